extension OwnVectors {
  /// Rows 10 to 15, 20, 21, 29 and 31: what is stored, under which fields, and what removes it.
  static let storage = #"""
    {"suites": [{"id": "storage", "tests": [
    {"id": "r10-no-store", "name": "no-store (§5.2.2.5)", "requests": [
      {"response_headers": [["Cache-Control", "no-store, max-age=60"]], "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r10-request-no-store", "name": "no-store of the request (§5.2.1.5)", "requests": [
      {"request_headers": [["Cache-Control", "no-store"]], "setup": true,
       "response_headers": [["Cache-Control", "max-age=60"]]},
      {"expected_type": "not_cached"}]},
    {"id": "r10-private", "name": "A private response is this cache's (§5.2.2.7)", "requests": [
      {"response_headers": [["Cache-Control", "private, max-age=60"]], "setup": true},
      {"expected_type": "cached"}]},
    {"id": "r10-explicit-599", "name": "Any final status with a lifetime (§3)", "requests": [
      {"response_status": [599, "x"], "response_headers": [["Cache-Control", "max-age=60"]],
       "setup": true},
      {"expected_type": "cached", "expected_status": 599}]},
    {"id": "r11-older-stays", "name": "A no-store response leaves the older one (§3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["A", "1"]], "setup": true},
      {"cache": "reload", "response_headers": [["Cache-Control", "no-store"], ["A", "2"]],
       "expected_type": "not_cached", "setup": true},
      {"expected_type": "cached", "expected_response_headers": [["A", "1"]]}]},
    {"id": "r12-understood", "name": "must-understand above no-store (§5.2.2.3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60, no-store, must-understand"]],
       "setup": true}, {"expected_type": "cached"}]},
    {"id": "r12-unknown", "name": "An unknown status is not understood (§5.2.2.3)", "requests": [
      {"response_status": [299, "x"], "setup": true,
       "response_headers": [["Cache-Control", "max-age=60, must-understand"]]},
      {"expected_type": "not_cached", "response_status": [299, "x"]}]},
    {"id": "r13-tenth", "name": "A tenth of the time unchanged is fresh (§4.2.2)", "requests": [
      {"response_headers": [["Last-Modified", -600], ["Date", 0]], "setup": true,
       "pause_after": true}, {"expected_type": "cached"}]},
    {"id": "r13-201", "name": "201 has no heuristic (RFC 9110 §15.1)", "requests": [
      {"response_status": [201, "x"], "setup": true,
       "response_headers": [["Last-Modified", -86400], ["Date", 0]]},
      {"expected_type": "not_cached", "response_status": [201, "x"]}]},
    {"id": "r13-201-public", "name": "Unless it is public (§4.2.2)", "requests": [
      {"response_status": [201, "x"], "setup": true, "response_headers":
       [["Last-Modified", -86400], ["Date", 0], ["Cache-Control", "public"]]},
      {"expected_type": "cached", "response_status": [201, "x"]}]},
    {"id": "r14-no-cache", "name": "no-cache is never used unasked (§5.2.2.4)", "requests": [
      {"response_headers": [["Cache-Control", "no-cache, max-age=60"], ["ETag", "\"a\""]],
       "setup": true}, {"expected_type": "etag_validated"}]},
    {"id": "r14-fields", "name": "Named fields are left out (§5.2.2.4)", "requests": [
      {"response_headers": [["Cache-Control", "no-cache=\"a, b\", max-age=60"], ["A", "1"],
       ["B", "2"], ["C", "3"]], "setup": true},
      {"expected_type": "cached", "expected_response_headers": [["C", "3"]],
       "expected_response_headers_missing": ["A", "B"]}]},
    {"id": "r15-connection", "name": "Fields of the connection stay with it (§3.1)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["Connection", "a", false],
       ["A", "1", false], ["TE", "x", false], ["Set-Cookie", "c=1"]], "setup": true},
      {"expected_type": "cached", "expected_response_headers": [["Set-Cookie", "c=1"]],
       "expected_response_headers_missing": ["A", "TE", "Connection"]}]},
    {"id": "r20-absent-is-not-empty", "name": "Absent is not empty (§4.1)", "requests": [
      {"request_headers": [["Foo", ""]], "setup": true,
       "response_headers": [["Cache-Control", "max-age=60"], ["Vary", "Foo"]]},
      {"expected_type": "not_cached"}]},
    {"id": "r20-variants", "name": "Several responses of one URL (§4.1)", "requests": [
      {"request_headers": [["Foo", "1"]], "setup": true, "response_body": "one",
       "response_headers": [["Cache-Control", "max-age=60"], ["Vary", "Foo"]]},
      {"request_headers": [["Foo", "2"]], "setup": true, "response_body": "two",
       "response_headers": [["Cache-Control", "max-age=60"], ["Vary", "Foo"]]},
      {"request_headers": [["Foo", "1"]], "response_body": "one", "expected_type": "cached"}]},
    {"id": "r20-lines", "name": "Lines of Vary are one list (§4.1)", "requests": [
      {"request_headers": [["Foo", "1"], ["Bar", "1"]], "setup": true, "response_headers":
       [["Cache-Control", "max-age=60"], ["Vary", "Foo", false], ["Vary", "Bar", false]]},
      {"request_headers": [["Foo", "1"], ["Bar", "2"]], "expected_type": "not_cached"}]},
    {"id": "r20-order", "name": "Languages are in no order (§4.1)", "requests": [
      {"request_headers": [["Accept-Language", "de;q=0.5, en"]], "setup": true,
       "response_headers": [["Cache-Control", "max-age=60"], ["Vary", "Accept-Language"]]},
      {"request_headers": [["Accept-Language", "EN,de; q=0.5"]], "expected_type": "cached"}]},
    {"id": "r20-other-language", "name": "Another language is another response (§4.1)",
     "requests": [
      {"request_headers": [["Accept-Language", "de"]], "setup": true, "response_headers":
       [["Cache-Control", "max-age=60"], ["Vary", "Accept-Language"],
        ["Content-Language", "de"]]},
      {"request_headers": [["Accept-Language", "fr, de;q=0.5"]], "expected_type": "not_cached"}]},
    {"id": "r21-post", "name": "An unsafe method invalidates (§4.4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_method": "POST", "setup": true}, {"expected_type": "not_cached"}]},
    {"id": "r21-unknown", "name": "So does an unknown one (§4.4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_method": "FROB", "setup": true}, {"expected_type": "not_cached"}]},
    {"id": "r21-options", "name": "A safe one does not (§4.4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_method": "OPTIONS", "setup": true}, {"expected_type": "cached"}]},
    {"id": "r21-failed", "name": "Nor one that failed (§4.4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_method": "PUT", "response_status": [409, "x"], "setup": true},
      {"expected_type": "cached"}]},
    {"id": "r21-broken", "name": "Nor one that never got through (§4.4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_method": "PUT", "disconnect": true, "expected_status": 504, "setup": true,
       "check_body": false}, {"expected_type": "cached"}]},
    {"id": "r21-other-origin", "name": "Another origin's responses stay (§4.4)", "requests": [
      {"filename": "f", "response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_method": "POST", "setup": true,
       "response_headers": [["Location", "https://elsewhere.test/test/r21-other-origin/f"]]},
      {"filename": "f", "expected_type": "cached"}]},
    {"id": "r29-post", "name": "A POST's response for GETs (RFC 9110 §9.3.3)", "requests": [
      {"request_method": "POST", "magic_locations": true, "setup": true,
       "response_headers": [["Cache-Control", "max-age=60"], ["Content-Location", ""]]},
      {"expected_type": "cached"}]},
    {"id": "r29-implicit", "name": "Only with a lifetime (RFC 9110 §9.3.3)", "requests": [
      {"request_method": "POST", "magic_locations": true, "setup": true, "response_headers":
       [["Last-Modified", -86400], ["Date", 0], ["Content-Location", ""]]},
      {"expected_type": "not_cached"}]},
    {"id": "r31-interim", "name": "Interim responses pass (§3)", "requests": [
      {"interim_responses": [[103, [["Link", "x"]]]], "setup": true,
       "expected_interim_responses": [[103, [["Link", "x"]]]],
       "response_headers": [["Cache-Control", "max-age=60"]]},
      {"expected_type": "cached"}]}
    ]}]}
    """#
}
