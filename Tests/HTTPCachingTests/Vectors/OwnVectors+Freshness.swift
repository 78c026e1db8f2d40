extension OwnVectors {
  /// Rows 2 to 9: keys, lifetimes and ages.
  static let freshness = #"""
    {"suites": [{"id": "freshness", "tests": [
    {"id": "r02-head-from-get", "name": "A HEAD is served from a GET's response (§4)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
      {"request_method": "HEAD", "expected_type": "cached"}]},
    {"id": "r02-query", "name": "The query belongs to the key (§2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "query_arg": "a=1", "setup": true},
      {"query_arg": "a=2", "expected_type": "not_cached"}]},
    {"id": "r02-case-of-path", "name": "Paths differ by case (RFC 9110 §4.2.3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"]], "filename": "a", "setup": true},
      {"filename": "A", "expected_type": "not_cached"}]},
    {"id": "r03-nothing", "name": "Nothing says that it is fresh (§4.2)", "requests": [
      {"setup": true}, {"expected_type": "not_cached"}]},
    {"id": "r04-case", "name": "Directives have no case (§5.2)", "requests": [
      {"response_headers": [["Cache-Control", "MAX-AGE=60"]], "setup": true},
      {"expected_type": "cached"}]},
    {"id": "r04-first", "name": "Of two max-ages the first counts (§4.2.1)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, max-age=60"]], "setup": true,
       "pause_after": true}, {"expected_type": "not_cached"}]},
    {"id": "r04-zeros", "name": "Leading zeros are digits (§1.2.2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=0060"]], "setup": true,
       "pause_after": true}, {"expected_type": "cached"}]},
    {"id": "r04-quoted-comma", "name": "A comma in quotes ends no directive (§5.2)", "requests": [
      {"response_headers": [["Cache-Control", "x=\"a\\\", no-store, \", max-age=60"]],
       "setup": true}, {"expected_type": "cached"}]},
    {"id": "r04-empty-members", "name": "Empty members say nothing (RFC 9110 §5.6.1)",
     "requests": [
      {"response_headers": [["Cache-Control", ", ,max-age=60,"]], "setup": true},
      {"expected_type": "cached"}]},
    {"id": "r05-huge", "name": "More digits than an integer has are very many (§1.2.2)",
     "requests": [
      {"response_headers": [["Cache-Control", "max-age=99999999999999999999999"]],
       "setup": true, "pause_after": true}, {"expected_type": "cached"}]},
    {"id": "r05-no-number", "name": "A lifetime that is no number is none (§4.2.1)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60s"], ["Expires", 60]], "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r05-negative", "name": "A negative lifetime is none (§1.2.2)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=-60"]], "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r06-max-age-above-expires", "name": "max-age counts before Expires (§5.3)",
     "requests": [
      {"response_headers": [["Cache-Control", "max-age=0"], ["Expires", 60], ["Date", 0]],
       "setup": true}, {"expected_type": "not_cached"}]},
    {"id": "r06-shared-max-age", "name": "s-maxage is for others (§5.2.2.10)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, s-maxage=60"]], "setup": true,
       "pause_after": true}, {"expected_type": "not_cached"}]},
    {"id": "r36-shared-max-age", "profile": "shared", "name": "s-maxage is first (§5.2.2.10)",
     "requests": [
      {"response_headers": [["Cache-Control", "max-age=1, s-maxage=60"]], "setup": true,
       "pause_after": true}, {"expected_type": "cached"}]},
    {"id": "r36-private", "profile": "shared", "name": "private is not shared (§5.2.2.7)",
     "requests": [
      {"response_headers": [["Cache-Control", "max-age=60, private"]], "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r36-authorization", "profile": "shared", "name": "Nor what was authorised (§3.5)",
     "requests": [
      {"request_headers": [["Authorization", "x"]], "setup": true,
       "response_headers": [["Cache-Control", "max-age=60"]]},
      {"request_headers": [["Authorization", "x"]], "expected_type": "not_cached"}]},
    {"id": "r36-authorization-public", "profile": "shared", "name": "Unless public (§3.5)",
     "requests": [
      {"request_headers": [["Authorization", "x"]], "setup": true,
       "response_headers": [["Cache-Control", "max-age=60, public"]]},
      {"request_headers": [["Authorization", "x"]], "expected_type": "cached"}]},
    {"id": "r07-rfc850", "name": "The second format of dates (RFC 9110 §5.6.7)", "requests": [
      {"response_headers": [["Expires", 60], ["Date", 0]], "rfc850date": ["expires"],
       "setup": true, "pause_after": true}, {"expected_type": "cached"}]},
    {"id": "r07-zero", "name": "What is no date is in the past (§5.3)", "requests": [
      {"response_headers": [["Expires", "0"], ["Last-Modified", -86400]], "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r07-local-zone", "name": "Local zones are no dates (§4.2)", "requests": [
      {"response_headers": [["Expires", "Thu, 18 Aug 2050 02:01:18 CET"]], "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r07-case", "name": "Dates have no case to caches (§4.2)", "requests": [
      {"response_headers": [["Expires", "thu, 18 aug 2050 02:01:18 gmt"]], "setup": true},
      {"expected_type": "cached"}]},
    {"id": "r07-equal", "name": "Fresh means older than its age (§4.2)", "requests": [
      {"response_headers": [["Expires", 0], ["Date", 0]], "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r08-apparent", "name": "An old Date is an age (§4.2.3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["Date", -90]], "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r08-age", "name": "Age counts (§4.2.3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["Age", "60"]], "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r08-age-invalid", "name": "An Age that is no number is passed over (§5.1)",
     "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["Age", "60s"]], "setup": true},
      {"expected_type": "cached"}]},
    {"id": "r08-age-huge", "name": "An Age of too many digits is very old (§5.1)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["Age", "99999999999999999999"]],
       "setup": true}, {"expected_type": "not_cached"}]},
    {"id": "r08-delay", "name": "The time on the way is an age (§4.2.3)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=4"], ["Date", 9]], "response_pause": 5,
       "setup": true},
      {"expected_type": "not_cached"}]},
    {"id": "r09-age", "name": "Age is worked out anew, dates stay (§4, §5.1)", "requests": [
      {"response_headers": [["Cache-Control", "max-age=60"], ["Date", 0], ["Age", "30"]],
       "setup": true, "pause_after": true},
      {"expected_type": "cached", "expected_response_headers": [["Age", ">", 32], ["Date", 0]]}]}
    ]}]}
    """#
}
