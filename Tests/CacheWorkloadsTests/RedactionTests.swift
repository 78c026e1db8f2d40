internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct RedactionTests {
  @Test(arguments: [
    ("https://user:pass@host/a", "https://redacted-1@host/a"),
    (
      "https://host/a?page=2&access_token=abc#x", "https://host/a?page=2&access_token=redacted-1#x"
    ), ("/a?q=shoes;jsessionid=17", "/a?q=redacted-1;redacted-2=redacted-3"),
    ("/a?access%5Ftoken=abc", "/a?redacted-1=redacted-2"),
    ("/a?x=4f3a9b2c8d7e6f5a4b3c", "/a?x=redacted-1"), ("/a?id=17", "/a?id=redacted-1"),
    ("/a?email=a@b.example&SID=5", "/a?email=redacted-1&SID=redacted-2"),
    ("/callback#id_token=x&state=y", "/callback#id_token=redacted-1&state=redacted-2"),
    ("/a@b/c?d=e", "/redacted-1/c?d=redacted-2"), ("http://a.b/?=x&y", "http://a.b/?=redacted-1&y"),
    ("/users/anna/anna.png", "/users/redacted-1/redacted-1.png"),
    ("/api/v2.1/products/17?sort=price", "/api/v2.1/products/redacted-1?sort=price"),
    ("https://anna.cdn2.shop.example:8080/", "https://redacted-1.cdn2.shop.example:8080/"),
    ("https://anna.local/", "https://redacted-1.local/"),
    ("http://10.0.0.1/", "http://redacted-1/"),
    ("/images/large-logo.webp", "/images/large-logo.webp"), ("/index.html", "/index.html"),
    ("", ""), ("/", "/"), ("/*", "/*"),
  ])
  func onlyKnownWordsOfAnAddressAreShown(_ text: String, _ expected: String) {
    expect(NameHiding(.secrets).object(text, number: 1), is: expected)
    expect(NameHiding(.secrets).object(expected, number: 1), is: expected)
  }

  @Test(arguments: [
    ("Cookie: a=b; c=d\" 200", "Cookie: a=redacted; c=redacted\" 200"),
    ("authorization: Basic Zm9v", "authorization: Basic redacted"),
    ("10.0.0.1 - anna maria [10/Oct", "redacted - redacted redacted [10/redacted"),
    (
      "h - frank [10/Oct/2000:13:55:36 -0700] \"GET /users/17?page=2",
      "h - redacted [10/Oct/2000:13:55:36 -0700] \"GET /users/redacted?page=redacted"
    ), ("fe80::1 4012 8888 +15550199 200 1.5", "redacted redacted redacted redacted 200 1.5"),
    ("{\"id\":\"anna\",\"size\":5}", "{\"id\":\"redacted\",\"size\":5}"), ("", ""),
  ])
  func onlyKnownWordsOfALineAreShown(_ text: String, _ expected: String) {
    expect(String(decoding: Redaction.excerpt(Array(text.utf8)), as: UTF8.self), is: expected)
  }

  @Test(arguments: [
    ("etag", "W/\"33a64\"", "W/\"redacted-1\""), ("etag", "\"17\"", "\"redacted-1\""),
    ("cache-control", "max-age=60, no-cache=\"x-anna\"", "max-age=60, no-cache=\"redacted-1\""),
    ("vary", "accept, x-anna", "accept, redacted-1"), ("age", "17", "17"),
    (
      "last-modified", "Thu, 01 Jan 2026 00:00:00 GMT", "Thu, 01 Jan 2026 00:00:00 GMT"
    ),
  ])
  func onlyKnownWordsOfAHeaderAreShown(_ name: String, _ value: String, _ expected: String) {
    let hiding = NameHiding(.secrets)
    expect(hiding.field(RecordedField(name, value)), is: RecordedField(name, expected))
  }

  @Test func namesStayDifferentAndStable() {
    let hiding = NameHiding(.secrets)
    let one = hiding.object("http://h/?token=a", number: 1)
    expect(one, is: "http://h/?token=redacted-1")
    expect(hiding.object("http://h/?token=b", number: 2) != one)
    expect(hiding.object("http://h/?token=a", number: 1), is: one)
    expect(hiding.count, is: 2)
    expect(NameHiding(.nothing).object("http://h/?token=a", number: 1), is: "http://h/?token=a")
  }

  /// Different addresses are written differently, whatever they are made of, and what looks like a
  /// replacement is one of the parts.
  @Test func differentAddressesStayDifferent() {
    let parts = [
      "anna", "redacted-1", "redacted-2", "users", "", "a", "%61", "17", "=", "?", "/", ".",
    ]
    let hiding = NameHiding(.secrets)
    var written: [String: String] = [:]
    for first in parts {
      for second in parts {
        for third in parts {
          for fourth in parts {
            let address = "/\(first)\(second)/\(third)\(fourth)"
            let text = hiding.object(address, number: 1)
            expect(written[text] == nil || written[text] == address)
            written[text] = address
          }
        }
      }
    }
  }

  @Test func anonymousNamesTellHostsPathsAndClientsApartOnly() {
    let hiding = NameHiding(.names)
    expect(
      hiding.object("https://u:p@a.example/x/y.png?z", number: 7),
      is: "https://host1.invalid/r7.png")
    expect(hiding.object("https://b.example/x", number: 8), is: "https://host2.invalid/r8")
    expect(
      hiding.object("https://a.example/z.longer-ending", number: 9), is: "https://host1.invalid/r9")
    expect(hiding.object("/anna.miller", number: 4), is: "/r4")
    expect(hiding.object("/index.html", number: 3), is: "/r3.html")
    expect(hiding.client("10.0.0.1", number: 0), is: "client1")
    expect(hiding.count, is: 8)
  }

  @Test func whatIsWrittenOfATraceHasNoSecrets() throws {
    let log = """
      10.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a?token=s3cret HTTP/1.0" 200 5
      10.0.0.1 - frank [10/Oct/2000:13:55:37 -0700] "GET /a?token=0ther HTTP/1.0" 200 5
      10.0.0.2 - frank [10/Oct/2000:13:55:37 -0700] "GET /a?password=s3cret broken

      """
    try TraceFiles.with(Array(log.utf8), ending: "log") { path in
      var reader = try RequestReader(path: path)
      var block = RequestBlock()
      while try reader.fill(&block) {
        let lines = TraceWriter.objects(of: block, reader.names).map(\.compact)
        expect(lines.count == 2 && lines[0] != lines[1])
        expect(lines[0].contains("/a?token=redacted-1") && lines[1].contains("redacted-2"))
        expect(lines[0].contains("client1"))
      }
      let excerpt = try #require(reader.issues.examples.first?.excerpt)
      expect(!excerpt.contains("frank") && !excerpt.contains("s3cret"))
      var options = RequestOptions()
      options.showsSecrets = true
      var whole = try RequestReader(path: path, options: options)
      while try whole.fill(&block) {}
      expect(whole.issues.examples.first?.excerpt.contains("frank"), is: true)
    }
  }
}
