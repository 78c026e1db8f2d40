"""The third schedule: resources with the headers that caches read differently, and when each is asked for.

A line of an answer may have a date in braces: seconds from the answer, and before a colon the form: {60}, {850:60};
or seconds from the beginning: {from-start:-60}.
A resource is answered as `then` says from the request of that number (from 0) that reaches the origin.
"""

ROUNDS = [0, 8, 21, 29, 47, 75]  # seconds
TAG = 'ETag: "{v}"'
OLD, HOUR = "Last-Modified: {from-start:-360000}", "Last-Modified: {from-start:-3600}"

resources = {}
steps = []


def resource(name, *lines, status=200, asked=None, method="GET", then=None, delay=0, body=None, only=None, app=True):
    """Asked for in each round; `asked` are the request's lines, a list of them by round in turn."""
    resources[name] = {"status": status, "lines": list(lines), "then": then or {}, "delay": delay, "body": body,
                       "app": app, "asked": asked, "method": method, "only": only}


def control(name, value, *lines, **rest):
    resource(name, "Cache-Control: " + value, *lines, **rest)


def lifetimes():
    control("ma35", "max-age=35")
    control("ma10-e", "max-age=10", TAG)
    control("ma10-lm", "max-age=10", HOUR)
    control("ma10-elm", "max-age=10", TAG, HOUR)
    control("ma10-chg", "max-age=10", 'ETag: "{v}-{n}"')
    control("ma10", "max-age=10")
    control("ma0-e", "max-age=0", TAG)
    resource("exp35-e", "Expires: {35}", TAG)
    resource("exp10-lm", "Expires: {10}", OLD)
    control("ma10-exp60", "max-age=10", "Expires: {60}", TAG)
    control("public-exp60", "public", "Expires: {60}", TAG)
    control("must-lm", "must-revalidate", OLD)
    control("must10-e", "max-age=10, must-revalidate", TAG)
    control("must60-e", "max-age=60, must-revalidate", TAG)
    control("private-lm", "private", OLD)
    control("transform-lm", "no-transform", OLD)
    control("empty-lm", "", OLD)
    resource("lm", OLD)
    resource("lm-100", "Last-Modified: {from-start:-110}")
    resource("lm-e", OLD, TAG)
    resource("lm-now", "Last-Modified: {from-start:0}")
    resource("lm-future", "Last-Modified: {from-start:600}")
    resource("lm?x=1", OLD)
    resource("lm-bad", "Last-Modified: yesterday")
    resource("lm-epoch", "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT")
    resource("bare")
    resource("e", TAG)
    resource("e-weak", 'ETag: W/"{v}"')
    resource("e-plain", "ETag: {v}")
    control("shared10-60", "s-maxage=10, max-age=60", TAG)
    control("shared60-10", "max-age=10, s-maxage=60", TAG)
    control("shared60", "s-maxage=60", TAG)
    control("proxy10", "max-age=10, proxy-revalidate", TAG)
    control("only-cached", "only-if-cached, max-age=60")
    control("immutable", "immutable", TAG)
    control("immutable-lm", "immutable", OLD)
    control("immutable-10", "immutable, max-age=10", TAG)
    control("immutable-exp", "immutable", "Expires: {10}", TAG)
    control("nocache-e", "no-cache", TAG)
    control("nocache60", "max-age=60, no-cache")
    control("nocache-field", 'no-cache="x-a", max-age=60', TAG)
    control("nocache-word", "no-cache=x-a, max-age=60", TAG)
    control("nocache-two", "max-age=60", "Cache-Control: no-cache", TAG)
    control("private-field", 'private="x-a", max-age=60', TAG)
    control("nostore", "no-store", TAG)
    control("nostore60", "max-age=60, no-store", TAG)
    control("nostore-field", 'no-store="x-a", max-age=60', TAG)
    control("nostore-late", "max-age=60", "Cache-Control: no-store", TAG)
    control("understand60", "must-understand, max-age=60", TAG)
    control("understand-no", "must-understand, no-store, max-age=60", TAG)
    for name, value in [("pragma60", "max-age=60"), ("pragma-public", "public")]:
        control(name, value, "Pragma: no-cache", HOUR)
    resource("pragma-lm", "Pragma: no-cache", OLD)
    resource("pragma-exp", "Pragma: no-cache", "Expires: {60}", TAG)
    control("swr", "max-age=10, stale-while-revalidate=60", TAG, delay=400)
    control("swr-short", "max-age=10, stale-while-revalidate=5", TAG, delay=400)
    control("swr-must", "max-age=10, stale-while-revalidate=60, must-revalidate", TAG, delay=400)
    control("swr-nocache", "no-cache, stale-while-revalidate=60", TAG, delay=400)
    control("swr-alone", "stale-while-revalidate=60", HOUR, TAG, delay=400)
    control("swr-bad", "max-age=10, stale-while-revalidate=soon", TAG, delay=400)
    control("swr-zero", "max-age=0, stale-while-revalidate=60", TAG, delay=400)
    control("swr-chg", "max-age=10, stale-while-revalidate=60", 'ETag: "{v}-{n}"', delay=400)


def spelling():
    values = {
        "comma-end": "max-age=60,", "comma-start": ",max-age=60", "comma-two": "public,,max-age=60", "capitals": "MAX-AGE=60",
        "mixed": "Max-Age=60", "nostore-mixed": "No-Store, max-age=60", "nocache-upper": "NO-CACHE, max-age=60",
        "quoted": 'max-age="60"', "apostrophes": "max-age='60'", "unit": "max-age=60s", "hex": "max-age=0x3c",
        "zeros": "max-age=0060", "fraction": "max-age=60.9", "exponent": "max-age=6e1", "colon": "max-age:60",
        "underscore": "max_age=60", "blank-end": "max-age=60 ", "blank-before": "max-age =60", "blank-after": "max-age= 60",
        "blanks": "max-age = 60", "tab": "max-age=\t60", "plus": "max-age=+60", "minus": "max-age=-60", "empty-value": "max-age=",
        "no-value": "max-age", "word": "max-age=never", "huge": "max-age=99999999999999999999", "big33": "max-age=4294967300",
        "big31": "max-age=2147483700", "two-10-60": "max-age=10, max-age=60", "two-60-10": "max-age=60, max-age=10",
        "semicolons": "public; max-age=60", "semicolon-end": "max-age=60; public", "no-comma": "public max-age=60",
        "no-comma-after": "max-age=60 public", "in-quotes": 'x="max-age=60"', "in-quotes-ns": 'x="a, no-store", max-age=60',
        "unknown": "x-own=5, max-age=60", "no-store-word": "nostore, max-age=60", "all": "*, max-age=60",
        "star-value": "max-age=*", "equals": "max-age==60", "broken-quote": 'x="a, max-age=60',
        "quote-blank": 'max-age=" 60"', "percent": "max-age=%36%30",
    }
    for name, value in values.items():
        control("cc-" + name, value, TAG)
    for name in ["minus", "no-value", "word", "empty-value", "unit", "blanks", "huge"]:
        control(f"cc-{name}-lm", values[name], TAG, OLD)
    control("cc-lines", "public", "Cache-Control: max-age=60", TAG)
    control("cc-lines-10-60", "max-age=10", "Cache-Control: max-age=60", TAG)
    control("cc-lines-60-10", "max-age=60", "Cache-Control: max-age=10", TAG)
    control("cc-lines-empty", "", "Cache-Control: max-age=60", TAG)
    resource("cc-name-case", "cache-CONTROL: max-age=60", TAG)
    resource("cc-obsolete", "Surrogate-Control: max-age=10", "CDN-Cache-Control: max-age=10", "Cache-Control: max-age=60", TAG)


def dates():
    for name, value in {
        "two-same": "Expires: {60}|Expires: {60}", "two-10-60": "Expires: {10}|Expires: {60}", "zero": "Expires: 0",
        "minus": "Expires: -1", "empty": "Expires:", "word": "Expires: never", "850": "Expires: {850:60}",
        "asc": "Expires: {asc:60}", "dashes": "Expires: {dashes:60}", "no-comma": "Expires: {no-comma:60}",
        "hour": "Expires: {hour:60}", "utc": "Expires: {utc:60}", "offset": "Expires: {offset:60}", "no-zone": "Expires: {no-zone:60}",
        "short-year": "Expires: {short-year:60}", "lower": "Expires: {lower:60}", "day": "Expires: {day:60}",
        "weekday": "Expires: {weekday:60}", "no-weekday": "Expires: {no-weekday:60}", "iso": "Expires: {iso:60}",
        "number": "Expires: {number:60}", "blanks": "Expires: {blanks:60}", "est": "Expires: {est:60}",
        "year-2050": "Expires: Sat, 01 Jan 2050 00:00:00 GMT", "year-9999": "Expires: Fri, 31 Dec 9999 23:59:59 GMT",
        "past": "Expires: {-60}", "epoch": "Expires: Thu, 01 Jan 1970 00:00:00 GMT",
    }.items():
        resource("exp-" + name, *value.split("|"), TAG)
    for name in ["zero", "minus", "word", "empty"]:
        resource(f"exp-{name}-lm", *resources["exp-" + name]["lines"], OLD)
    resource("exp-past-lm", "Expires: {-60}", OLD)
    resource("exp-date-lm", "Expires: {0}", OLD)
    for name, value in {"missing": "", "bad": "today", "past": "{-45}", "future": "{100}", "dashes": "{dashes:0}", "850": "{850:0}",
                        "offset": "{offset:0}"}.items():
        control("date-" + name, "max-age=60", "Date: " + value if value else "Date", TAG)
        resource(f"date-{name}-exp", "Date: " + value if value else "Date", "Expires: {60}", TAG)
    resource("date-missing-lm", "Date", OLD)
    control("date-two", "max-age=60", "Date: {-100}", "Date: {0}", TAG)
    for name, value in {"10": "10", "57": "57", "90": "90", "bad": "old", "minus": "-5", "fraction": "57.5", "two": "57, 0",
                        "empty": "", "zero": "0", "huge": "99999999999"}.items():
        control("age-" + name, "max-age=60", "Age: " + value, TAG)
    control("age-lines", "max-age=60", "Age: 0", "Age: 90", TAG)
    resource("age-57-exp", "Expires: {60}", "Age: 57", TAG)
    resource("age-90-lm", "Age: 90", "Last-Modified: {from-start:-2000}")


def statuses():
    for status in [201, 202, 203, 204, 300, 400, 401, 403, 404, 405, 406, 409, 410, 412, 414, 418, 421, 422, 429, 451, 500, 501,
                   502, 503, 504, 505]:
        control(f"s{status}-60", "max-age=60", status=status)
        if status in (203, 204, 300, 403, 404, 405, 410, 414, 500, 501, 503):
            resource(f"s{status}-lm", OLD, status=status)
            resource(f"s{status}", status=status)
        if status in (203, 300, 404, 410, 503):
            control(f"s{status}-10e", "max-age=10", TAG, status=status)
    control("s404-public", "public", OLD, status=404)
    control("s503-retry", "max-age=60", "Retry-After: 30", status=503)
    control("s404-nocache", "no-cache", TAG, status=404)
    for name, status in [("500", 500), ("503", 503), ("404", 404), ("403", 403), ("204", 204)]:
        control("then" + name, "max-age=10", TAG, then={1: [status, []]})
        control("then" + name + "-60", "max-age=10", TAG, then={1: [status, ["Cache-Control: max-age=60"]]})
    control("sie503", "max-age=10, stale-if-error=60", TAG, then={1: [503, []]})
    control("sie500-must", "max-age=10, stale-if-error=60, must-revalidate", TAG, then={1: [500, []]})
    control("then-close", "max-age=10", TAG, then={1: [0, []], 2: None})


def confirmations():
    def confirmed(name, *lines, first="max-age=10", tag=TAG):
        control("n-" + name, first, tag, then={1: [304, list(lines)]})
    confirmed("nostore", "Cache-Control: no-store", TAG)
    confirmed("nostore5", "Cache-Control: no-store, max-age=60", TAG)
    confirmed("nocache", "Cache-Control: no-cache", TAG)
    confirmed("longer", "Cache-Control: max-age=60", TAG)
    confirmed("none")
    confirmed("no-tag", "Cache-Control: max-age=60")
    confirmed("other-tag", "Cache-Control: max-age=60", 'ETag: "other"')
    confirmed("weak-tag", "Cache-Control: max-age=60", 'ETag: W/"{v}"')
    confirmed("expires", "Expires: {60}", TAG)
    confirmed("no-date", "Cache-Control: max-age=10", TAG, "Date")
    confirmed("private", "Cache-Control: private, max-age=60", TAG)
    confirmed("age", "Cache-Control: max-age=60", "Age: 57", TAG)
    confirmed("vary", "Cache-Control: max-age=60", "Vary: X-Mode", TAG)
    confirmed("star", "Cache-Control: max-age=60", "Vary: *", TAG)
    confirmed("pragma", "Cache-Control: max-age=60", "Pragma: no-cache", TAG)
    confirmed("shorter", "Cache-Control: max-age=1", TAG)
    confirmed("lm", "Cache-Control: max-age=10", TAG, HOUR)


def variants():
    turns = ["Accept-Language: en", "Accept-Language: de", "Accept-Language: en", "Accept-Language: en",
             "Accept-Language: de", "Accept-Language: de"]
    languages = [[turn] for turn in turns]
    control("v-lang", "max-age=60", "Vary: Accept-Language", TAG, asked=languages)
    control("v-lang-tags", "max-age=60", "Vary: Accept-Language", 'ETag: "{v}-{lang}"', asked=languages)
    control("v-lang-lm", "max-age=60", "Vary: Accept-Language", HOUR, asked=languages)
    control("v-lang-elm", "max-age=60", "Vary: Accept-Language", TAG, HOUR, asked=languages)
    control("v-lang-no", "max-age=60", "Vary: Accept-Language", asked=languages)
    control("v-lang10", "max-age=10", "Vary: Accept-Language", TAG, asked=languages)
    control("v-nocache", "no-cache", "Vary: Accept-Language", TAG, asked=languages)
    modes = [[f"X-Mode: {mode}"] if mode else [] for mode in ["a", "b", "", "a", "A", "b"]]
    control("v-mode", "max-age=60", "Vary: X-Mode", TAG, asked=modes)
    control("v-mode-case", "max-age=60", "Vary: x-MODE", asked=modes)
    control("v-two", "max-age=60", "Vary: X-Mode, Accept-Language", TAG,
            asked=[one + two for one, two in zip(modes, languages)])
    control("v-lines", "max-age=60", "Vary: Accept-Language", "Vary: X-Mode", TAG,
            asked=[one + two for one, two in zip(modes, languages)])
    control("v-same", "max-age=60", "Vary: X-Same", TAG, asked=[["X-Same: 1"]] * 6)
    control("v-spaces", "max-age=60", "Vary: X-List", TAG,
            asked=[["X-List: a, b"], ["X-List: a,b"], ["X-List: b, a"], ["X-List: a, b"], ["X-List: a,  b"], ["X-List: a, b"]])
    control("v-star", "max-age=60", "Vary: *", TAG)
    control("v-star-lm", "max-age=60", "Vary: *", HOUR)
    control("v-star-too", "max-age=60", "Vary: Accept-Language, *", TAG)
    control("v-empty", "max-age=60", "Vary:", TAG)
    control("v-agent", "max-age=60", "Vary: User-Agent", TAG)
    control("v-encoding", "max-age=60", "Vary: Accept-Encoding", TAG)
    control("v-origin", "max-age=60", "Vary: Origin", TAG)
    control("v-cookie", "max-age=60", "Vary: Cookie", TAG)
    control("v-unasked", "max-age=60", "Vary: X-Unasked", TAG)
    control("v-comes", "max-age=10", TAG, asked=modes, then={1: [200, ["Cache-Control: max-age=60", "Vary: X-Mode", TAG]]})


def requests():
    def app(name, asked, answer="max-age=60", *lines, rounds=(1, 3, 4)):
        control("q-" + name, answer, *(lines or (TAG,)), asked=[asked if turn in rounds else [] for turn in range(6)])
    app("nocache", ["Cache-Control: no-cache"])
    app("nocache-pragma", ["Cache-Control: no-cache", "Pragma: no-cache"])
    app("pragma", ["Pragma: no-cache"])
    app("ma0", ["Cache-Control: max-age=0"])
    app("ma2", ["Cache-Control: max-age=5"])
    app("ma30", ["Cache-Control: max-age=30"])
    app("nostore", ["Cache-Control: no-store"])
    app("only", ["Cache-Control: only-if-cached"])
    app("only-stale", ["Cache-Control: only-if-cached"], "max-age=5")
    app("max-stale", ["Cache-Control: max-stale"], "max-age=5")
    app("max-stale-60", ["Cache-Control: max-stale=60"], "max-age=5")
    app("max-stale-must", ["Cache-Control: max-stale=60"], "max-age=5, must-revalidate")
    app("min-fresh", ["Cache-Control: min-fresh=100"])
    app("sie", ["Cache-Control: stale-if-error=60"], "max-age=5")
    app("inm", ['If-None-Match: "mine"'])
    app("inm-star", ["If-None-Match: *"])
    app("ims", ["If-Modified-Since: {-36000}"], "max-age=60", OLD)
    app("ims-new", ["If-Modified-Since: {0}"], "max-age=60", OLD)
    app("im", ['If-Match: "{v}"'])
    app("ius", ["If-Unmodified-Since: {0}"], "max-age=60", OLD)
    app("inm-stale", ['If-None-Match: "mine"'], "max-age=5")
    app("inm-nocache", ['If-None-Match: "mine"'], "no-cache")
    app("auth", ["Authorization: Basic YTpi"], rounds=(0, 1, 2, 3, 4, 5))
    app("auth-turns", ["Authorization: Basic YTpi"])
    app("cookie-lm", ["X-Own: 1"], "public", OLD, rounds=(0, 2, 4))
    for name, asked in [("range", ["Range: bytes=0-99"]), ("range-rest", ["Range: bytes=100-"]), ("range-end", ["Range: bytes=-50"]),
                        ("range-beyond", ["Range: bytes=5000-"]), ("range-bad", ["Range: lines=1-2"])]:
        app(name, asked)
    app("range-first", ["Range: bytes=0-99"], rounds=(0, 1, 4))
    app("range-only", ["Range: bytes=0-99"], rounds=(0, 1, 2, 3, 4, 5))
    app("range-stale", ["Range: bytes=0-99"], "max-age=5")
    app("range-lm", ["Range: bytes=0-99"], "max-age=60", HOUR)
    control("set-cookie", "max-age=60", "Set-Cookie: a=1", TAG)
    resource("set-cookie-lm", "Set-Cookie: b=1", OLD)
    control("path%41", "max-age=60")
    control("pathA", "max-age=60", only=(1, 3))
    control("sub/../dots", "max-age=60", app=False)
    control("question?", "max-age=60")
    control("question", "max-age=60", only=(1, 3))
    control("order?a=1&b=2", "max-age=60")
    control("order?b=2&a=1", "max-age=60", only=(1, 3))
    control("semi;p=1", "max-age=60")
    control("none", "max-age=60", TAG, body=0)
    control("zipped", "max-age=10", "Vary: Accept-Encoding", TAG, body="gzip")
    control("chunked", "max-age=60", TAG, body="chunked")
    control("until-close", "max-age=60", TAG, body="close")
    control("cut", "max-age=60", TAG, body="cut")


def redirects():
    to = {"t60": "max-age=60", "t10": "max-age=10", "tns": "no-store", "tnc": "no-cache"}
    for name, value in to.items():
        resources[name] = None
    count = 0
    def leads(name, status, target, *lines):
        nonlocal count
        count += 1
        path = f"{target}?from={name}"
        kind = target.split("/")[-1]
        resources[path] = {"status": 200, "lines": ["Cache-Control: " + to[kind], TAG], "then": {}, "delay": 0, "body": None,
                           "app": True, "asked": None, "method": "GET", "only": ()}
        resource(name, f"Location: /{path}", *lines, status=status)
    for status in (301, 302, 303, 307, 308):
        leads(f"r{status}", status, "t60")
        leads(f"r{status}-60", status, "t60", "Cache-Control: max-age=60")
        leads(f"r{status}-60-t10", status, "t10", "Cache-Control: max-age=60")
        leads(f"r{status}-nocache", status, "t60", "Cache-Control: no-cache")
    leads("r301-nostore", 301, "t60", "Cache-Control: no-store")
    leads("r301-10", 301, "t60", "Cache-Control: max-age=10")
    leads("r301-10e", 301, "t60", "Cache-Control: max-age=10", TAG)
    leads("r302-10e", 302, "t60", "Cache-Control: max-age=10", TAG)
    leads("r302-exp", 302, "t60", "Expires: {60}")
    leads("r302-private", 302, "t60", "Cache-Control: private")
    leads("r302-public", 302, "t60", "Cache-Control: public")
    leads("r302-lm", 302, "t60", OLD)
    leads("r301-lm", 301, "t10", OLD)
    leads("r302-60-tns", 302, "tns", "Cache-Control: max-age=60")
    leads("r302-60-tnc", 302, "tnc", "Cache-Control: max-age=60")
    leads("r308-60-tns", 308, "tns", "Cache-Control: max-age=60")
    leads("r301-must", 301, "t60", "Cache-Control: max-age=60, must-revalidate")
    leads("r302-swr", 302, "t60", "Cache-Control: max-age=10, stale-while-revalidate=60")
    leads("r307-star", 307, "t60", "Cache-Control: max-age=60", "Vary: *")
    # Chains: what is asked for leads to another redirect.
    for name, first, second, target, one, two in [
        ("c301-302", 301, 302, "t60", "max-age=60", "max-age=60"), ("c302-302", 302, 302, "t10", "max-age=60", "max-age=10"),
        ("c301-301", 301, 301, "t60", None, None), ("c308-307", 308, 307, "t60", "max-age=10", "max-age=60"),
        ("c302-no", 302, 302, "t60", None, "max-age=60"), ("c301-no", 301, 302, "t60", "max-age=60", None),
    ]:
        leads(name + "-b", second, target, *(["Cache-Control: " + two] if two else []))
        resources[name + "-b"]["only"] = ()
        resource(name, f"Location: /{name}-b", *(["Cache-Control: " + one] if one else []), status=first)
    control("to-itself", "max-age=60", status=200)
    for name in to:
        del resources[name]


def chain(name):
    found = [name]
    while True:
        location = [line for line in resources[found[-1]]["lines"] if line.startswith("Location: ")]
        if not location or not 300 < resources[found[-1]]["status"] < 400:
            return found
        found.append(location[0].split(": /")[1])


LINES = 3
"""How many lines of steps go on beside each other, but for that of methods and of requests at the same time."""


def step(turn, line, path, method="GET", asked=(), waits=True):
    steps.append({"n": len(steps) + 1, "at": ROUNDS[turn], "line": line, "path": path, "method": method, "asked": list(asked),
                  "waits": waits, "chain": chain(path)})


def rounds():
    for turn in range(len(ROUNDS)):
        place = 0
        for name, each in resources.items():
            if each["only"] is None or turn in each["only"]:
                place += each["app"]
                if each["app"]:
                    step(turn, place * LINES // 400, name, asked=each["asked"][turn] if each["asked"] else [])
        changes(turn)
    clearing()


def changes(turn):
    """Methods that change, HEAD, and requests at the same time: a GET before, the other, and GETs behind, in each round."""
    def step(path, method="GET", asked=(), waits=True):
        globals()["step"](turn, LINES, path, method, asked, waits)
    def made(path, *lines, **rest):
        if path not in resources:
            resource(path, *lines, only=(), **rest)
        return path
    sixty, ten = "Cache-Control: max-age=60", "Cache-Control: max-age=10"
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]:
        for status in ([200, 404, 500] if method in ("POST", "PUT") else [204]):
            path = made(f"m-{method.lower()}-{status}", sixty, TAG, then={"method": [status, []]})
            step(path)
            if turn in (1, 3):
                step(path, method)
                step(path)
    for field in ["Location", "Content-Location"]:
        other = made(f"m-{field.lower()}-other", sixty, TAG)
        path = made(f"m-{field.lower()}", sixty, TAG, then={"method": [201, [f"{field}: /{other}"]]})
        step(other)
        if turn in (1, 3):
            step(path, "POST")
            step(other)
    path = made("m-kept", sixty, TAG, then={"method": [200, ["Cache-Control: max-age=60"]]})
    step(path, "POST" if turn in (1, 3) else "GET")
    for name, lines in [("head", [sixty, TAG]), ("head10", [ten, TAG]), ("head-lm", [OLD])]:
        path = made(name, *lines)
        step(path)
        if turn in (1, 3, 4):
            step(path, "HEAD")
            step(path)
    path = made("head-first", sixty, TAG)
    step(path, "HEAD")
    if turn > 2:
        step(path)
    # Two and three at a time; answers take a second.
    for name, lines in [("twin", [sixty, TAG]), ("twin10", [ten, TAG]), ("twin-no", ["Cache-Control: no-store"]),
                        ("twin-bare", []), ("twin-nocache", ["Cache-Control: no-cache", TAG]), ("twin-lm", [ten, HOUR]),
                        ("twin10-plain", [ten])]:
        path = made(name, *lines, delay=700)
        step(path, waits=False)
        step(path, waits=False)
        if name == "twin":
            step(path, waits=False)


def clearing():
    """The last line, after all others: what is stored is asked for, before and after an answer that clears it."""
    resource("clear", 'Clear-Site-Data: "cache"', only=())
    names = ["ma35", "must60-e", "r301", "v-same", "cc-lines", "set-cookie"]
    for name in names + ["clear"] + names * 2:
        step(len(ROUNDS) - 1, LINES + 1, name, asked=(resources[name]["asked"] or [[]])[0])


for make in [lifetimes, spelling, dates, statuses, confirmations, variants, requests, redirects]:
    make()
rounds()
if __name__ == "__main__":
    print(len([r for r in resources.values()]), "resources,", len(steps), "requests")
