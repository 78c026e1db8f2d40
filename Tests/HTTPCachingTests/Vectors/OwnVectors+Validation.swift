extension OwnVectors {
  /// Rows 16 to 19 and 22 to 28, 30: validation, stale responses, requests' wishes, ranges.
  static let validation = #"""
    {"suites": [{"id": "validation", "tests": [
    {"id": "r16-both", "name": "Both validators are sent (§4.3.1)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1"], ["ETag", "W/\"a\""],
       ["Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT"]], "setup": true, "pause_after": true},
      {"expected_type": "etag_validated", "expected_request_headers":
       [["If-Modified-Since", "Wed, 01 Jan 2020 00:00:00 GMT"], ["If-None-Match", "W/\"a\""]]}]},
    {"id": "r16-fresh", "name": "Not while it is fresh (§4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"a\""]], "setup": true},
      {"expected_type": "cached"}]},
    {"id": "r17-update", "name": "A 304 brings fields up to date (§3.2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1"], ["ETag", "\"a\""], ["A", "1"],
       ["B", "1"]], "setup": true, "pause_after": true},
      {"response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"a\""], ["A", "2"],
       ["Content-Length", "9", false]], "expected_type": "etag_validated", "setup": true},
      {"expected_type": "cached", "expected_response_headers": [["A", "2"], ["B", "1"]],
       "pause_after": true},
      {"expected_type": "cached"}]},
    {"id": "r18-replace", "name": "Another response replaces the entry (§4.3.3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1"], ["ETag", "\"a\""]], "setup": true,
       "pause_after": true},
      {"response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"b\""]],
       "response_body": "new", "setup": true},
      {"expected_type": "cached", "response_body": "new"}]},
    {"id": "r18-gone", "name": "So does 410 (§4.3.3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1"], ["ETag", "\"a\""]], "setup": true,
       "pause_after": true},
      {"response_status": [410, "x"], "response_headers": [["Cache-Control", "max-age=60"]]},
      {"expected_type": "cached", "expected_status": 410}]},
    {"id": "r19-weak", "name": "Tags of a list, compared weakly (RFC 9110 §13.1.2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"a,b\""]],
       "setup": true},
      {"request_headers": [["If-None-Match", "\"x\", W/\"a,b\""]], "expected_type": "cached",
       "expected_status": 304, "expected_response_headers": [["ETag", "\"a,b\""]]}]},
    {"id": "r19-star", "name": "Any tag (RFC 9110 §13.1.2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_headers": [["If-None-Match", "*"]], "expected_type": "cached",
       "expected_status": 304}]},
    {"id": "r19-other-tag", "name": "A tag above a date (RFC 9110 §13.1.3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"a\""],
       ["Last-Modified", -3000]], "setup": true},
      {"request_headers": [["If-None-Match", "\"b\""], ["If-Modified-Since", 0]],
       "expected_type": "cached", "expected_status": 200}]},
    {"id": "r19-date", "name": "Without Last-Modified the Date counts (§4.3.2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["Date", -10]], "setup": true},
      {"request_headers": [["If-Modified-Since", -5]], "magic_ims": true,
       "expected_type": "cached", "expected_status": 304}]},
    {"id": "r22-dead", "name": "must-revalidate with a dead origin: 504 (§5.2.2.2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, must-revalidate"]], "setup": true,
       "pause_after": true},
      {"disconnect": true, "expected_status": 504, "check_body": false,
       "expected_response_headers_missing": ["Server-Request-Count"]}]},
    {"id": "r22-stale-if-error", "name": "And above stale-if-error (§5.2.2.2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, must-revalidate, stale-if-error=60"]],
       "setup": true, "pause_after": true},
      {"response_status": [503, "x"], "expected_type": "not_cached"}]},
    {"id": "r23-inside", "name": "Stale while revalidating (RFC 5861 §3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, stale-while-revalidate=60"]],
       "setup": true, "pause_after": true},
      {"expected_type": "cached", "pause_after": true,
       "response_headers": [["Cache-Control", "max-age=60", false], ["A", "2", false]]},
      {"expected_type": "cached", "expected_response_headers": [["A", "2"]]}]},
    {"id": "r23-outside", "name": "After the window it waits (RFC 5861 §3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, stale-while-revalidate=1"]],
       "setup": true, "pause_after": true},
      {"expected_type": "not_cached"}]},
    {"id": "r24-error", "name": "Stale if the origin fails (RFC 5861 §4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, stale-if-error=60"]], "setup": true,
       "pause_after": true},
      {"response_status": [500, "x"], "expected_status": 200, "expected_type": "cached"}]},
    {"id": "r24-404", "name": "404 is no failure (RFC 5861 §4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, stale-if-error=60"]], "setup": true,
       "pause_after": true},
      {"response_status": [404, "x"], "expected_type": "not_cached"}]},
    {"id": "r24-window", "name": "After the window the error is shown (RFC 5861 §4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, stale-if-error=1"]], "setup": true,
       "pause_after": true},
      {"response_status": [503, "x"], "expected_type": "not_cached"}]},
    {"id": "r25-fresh", "name": "Immutable is not asked about, even on reload (RFC 8246 §2)",
     "requests": [
      {"response_headers": [["Cache-Control", "max-age=60, immutable"], ["ETag", "\"a\""]],
       "setup": true}, {"cache": "no-cache", "expected_type": "cached"}]},
    {"id": "r25-stale", "name": "Until it is stale (RFC 8246 §2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, immutable"], ["ETag", "\"a\""]],
       "setup": true, "pause_after": true}, {"expected_type": "etag_validated"}]},
    {"id": "r26-max-age", "name": "max-age=0 asks (§5.2.1.1)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_headers": [["Cache-Control", "max-age=0"]], "expected_type": "not_cached"}]},
    {"id": "r26-max-stale", "name": "max-stale within its number (§5.2.1.2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1"]], "setup": true, "pause_after": true},
      {"request_headers": [["Cache-Control", "max-stale=10"]], "expected_type": "cached"}]},
    {"id": "r26-max-stale-beyond", "name": "And not beyond (§5.2.1.2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1"]], "setup": true, "pause_after": true},
      {"request_headers": [["Cache-Control", "max-stale=1"]], "expected_type": "not_cached"}]},
    {"id": "r26-min-fresh", "name": "min-fresh (§5.2.1.3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_headers": [["Cache-Control", "min-fresh=90"]], "expected_type": "not_cached"}]},
    {"id": "r26-only-if-cached", "name": "only-if-cached: 504 (§5.2.1.7)", "requests": [
      {"request_headers": [["Cache-Control", "only-if-cached"]], "expected_status": 504,
       "check_body": false}]},
    {"id": "r27-pragma", "name": "Pragma without Cache-Control (§5.4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_headers": [["Pragma", "no-cache"]], "expected_type": "not_cached"}]},
    {"id": "r27-beside", "name": "Pragma beside Cache-Control says nothing (§5.4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["Pragma", "no-cache"]],
       "setup": true},
      {"request_headers": [["Pragma", "no-cache"], ["Cache-Control", "max-age=60"]],
       "expected_type": "cached"}]},
    {"id": "r28-freshens", "name": "HEAD brings up to date (§4.3.5)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1"], ["ETag", "\"a\""]], "setup": true,
       "pause_after": true},
      {"request_method": "HEAD", "setup": true,
       "response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"a\""]]},
      {"expected_type": "cached"}]},
    {"id": "r28-differs", "name": "HEAD of another version makes stale (§4.3.5)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"a\""]], "setup": true},
      {"request_method": "HEAD", "cache": "reload", "setup": true,
       "response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"b\""]]},
      {"expected_type": "not_cached"}]},
    {"id": "r30-last", "name": "The last bytes of a whole response (RFC 9110 §14)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "response_body": "0123456789",
       "setup": true},
      {"request_headers": [["Range", "bytes=-3"]], "expected_type": "cached",
       "expected_status": 206, "expected_response_text": "789",
       "expected_response_headers": [["Content-Range", "bytes 7-9/10"]]}]},
    {"id": "r30-outside", "name": "Bytes that there are not: 416 (RFC 9110 §15.5.17)",
     "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "response_body": "0123456789",
       "setup": true},
      {"request_headers": [["Range", "bytes=10-"]], "expected_type": "cached",
       "expected_status": 416, "expected_response_text": "",
       "expected_response_headers": [["Content-Range", "bytes */10"]]}]},
    {"id": "r30-inside", "name": "Bytes of a stored part (§3.3)", "requests": [
      {"request_headers": [["Range", "bytes=4-"]], "response_status": [206, "x"],
       "response_body": "456789", "setup": true, "response_headers":
       [["Cache-Control", "max-age=60"], ["Content-Range", "bytes 4-9/10"]]},
      {"request_headers": [["Range", "bytes=6-8"]], "expected_type": "cached",
       "expected_status": 206, "expected_response_text": "678"}]},
    {"id": "r30-full", "name": "A part is not the whole (§3.3)", "requests": [
      {"request_headers": [["Range", "bytes=4-"]], "response_status": [206, "x"],
       "response_body": "456789", "setup": true, "response_headers":
       [["Cache-Control", "max-age=60"], ["Content-Range", "bytes 4-9/10"]]},
      {"expected_type": "not_cached", "response_body": "0123456789"}]},
    {"id": "r30-inconsistent", "name": "A part of another length (RFC 9110 §14.4)", "requests": [
      {"request_headers": [["Range", "bytes=4-"]], "response_status": [206, "x"],
       "response_body": "45678", "setup": true, "response_headers":
       [["Cache-Control", "max-age=60"], ["Content-Range", "bytes 4-9/10"]]},
      {"request_headers": [["Range", "bytes=6-8"]], "expected_type": "not_cached"}]},
    {"id": "r30-if-range", "name": "If-Range of another version: all (RFC 9110 §13.1.5)",
     "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"a\""]],
       "response_body": "0123456789", "setup": true},
      {"request_headers": [["Range", "bytes=0-1"], ["If-Range", "\"b\""]],
       "expected_type": "cached", "expected_status": 200,
       "expected_response_text": "0123456789"}]},
    {"id": "r30-joined", "name": "Two parts of one version are the whole (§3.4)", "requests": [
      {"request_headers": [["Range", "bytes=0-4"]], "response_status": [206, "x"],
       "response_body": "01234", "setup": true, "response_headers":
       [["Cache-Control", "max-age=60"], ["Content-Range", "bytes 0-4/10"], ["ETag", "\"a\""]]},
      {"response_status": [206, "x"], "response_body": "56789", "setup": true,
       "expected_status": 200, "expected_response_text": "0123456789",
       "expected_request_headers": [["Range", "bytes=5-"], ["If-Range", "\"a\""]],
       "response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"a\""],
       ["Content-Range", "bytes 5-9/10", false]]},
      {"expected_type": "cached", "response_body": "0123456789"}]},
    {"id": "r32-cut", "name": "A cut content is not stored (§3.3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["Content-Length", "20"]],
       "response_body": "0123456789", "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r34-force-cache", "name": "What is stored, of any age", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1"]], "setup": true, "pause_after": true},
      {"cache": "force-cache", "expected_type": "cached"}]},
    {"id": "r34-force-cache-absent", "name": "Else the origin", "requests": [
      {"cache": "force-cache", "expected_type": "not_cached"}]},
    {"id": "r34-only-if-cached", "name": "What is stored, of any age, only", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1"]], "setup": true, "pause_after": true},
      {"cache": "only-if-cached", "expected_type": "cached"}]},
    {"id": "r34-only-if-cached-absent", "name": "Else an error", "requests": [
      {"cache": "only-if-cached", "expected_status": 504, "check_body": false}]},
    {"id": "r34-reload", "name": "Past the cache, and stored", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"cache": "reload", "expected_type": "not_cached", "response_body": "new",
       "expected_request_headers": [["Cache-Control", "no-cache"]],
       "response_headers": [["Cache-Control", "max-age=60"]]},
      {"expected_type": "cached", "response_body": "new"}]},
    {"id": "r34-no-cache", "name": "Confirmed, even if fresh", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["ETag", "\"a\""]], "setup": true},
      {"cache": "no-cache", "expected_type": "etag_validated"}]},
    {"id": "r34-no-store", "name": "Past the cache, and not stored", "requests": [
      {"cache": "no-store", "response_headers": [["Cache-Control", "max-age=60"]],
       "setup": true}, {"expected_type": "not_cached"}]}
    ]}]}
    """#
}
