internal import SimCore
internal import Testing

@testable internal import CacheWorkloads

@Suite struct RedactionTests {
  @Test(arguments: [
    ("https://user:pass@host/a", "https://redacted@host/a"),
    ("https://host/a?page=2&access_token=abc#x", "https://host/a?page=2&access_token=redacted#x"),
    ("/a?q=shoes;jsessionid=17", "/a?q=shoes;jsessionid=redacted"),
    ("/a?access%5Ftoken=abc", "/a?access%5Ftoken=redacted"),
    ("/a?x=4f3a9b2c8d7e6f5a4b3c", "/a?x=redacted"),
    ("/a?id=1234567890123456789", "/a?id=1234567890123456789"),
    ("/a?email=a@b.example&SID=5", "/a?email=redacted&SID=redacted"),
    ("/callback#id_token=x&state=y", "/callback#id_token=redacted&state=redacted"),
    ("/a@b/c?d=e", "/a@b/c?d=e"), ("http://a.b/?=x&y", "http://a.b/?=x&y"),
    ("Cookie: a=b; c=d\" 200", "Cookie:redacted\" 200"),
    ("authorization: Basic Zm9v", "authorization:redacted"),
    ("x Bearer abc.def", "x Bearer redacted"),
    ("10.0.0.1 - frank [10/Oct", "10.0.0.1 - redacted [10/Oct"),
    ("10.0.0.1 - anna maria [10/Oct", "10.0.0.1 - redacted [10/Oct"),
    ("10.0.0.1 - - [10/Oct", "10.0.0.1 - - [10/Oct"),
    ("h\tfrank\t5\tGET\t/\t200", "h\tredacted\t5\tGET\t/\t200"),
    ("a plain text", "a plain text"), ("", ""),
  ])
  func secretsAreLeftOut(_ text: String, _ expected: String) {
    #expect(Redaction.text(text) == expected)
    #expect(Redaction.text(expected) == expected)
  }

  @Test func namesStayDifferentAndStable() {
    let hiding = NameHiding(.secrets)
    let one = hiding.object("http://h/?token=a", number: 1)
    #expect(one == "http://h/?token=redacted-1")
    #expect(hiding.object("http://h/?token=b", number: 2) != one)
    #expect(hiding.object("http://h/?token=a", number: 1) == one)
    #expect(NameHiding(.nothing).object("http://h/?token=a", number: 1) == "http://h/?token=a")
  }

  @Test func anonymousNamesTellHostsPathsAndClientsApartOnly() {
    let hiding = NameHiding(.names)
    #expect(
      hiding.object("https://u:p@a.example/x/y.png?z", number: 7) == "https://host1.invalid/r7.png")
    #expect(hiding.object("https://b.example/x", number: 8) == "https://host2.invalid/r8")
    #expect(
      hiding.object("https://a.example/z.longer-ending", number: 9) == "https://host1.invalid/r9")
    #expect(hiding.object("/index.html", number: 3) == "/r3.html")
    #expect(hiding.client("10.0.0.1", number: 0) == "client1")
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
        #expect(lines.count == 2 && lines[0] != lines[1])
        #expect(lines[0].contains("/a?token=redacted-1") && lines[1].contains("redacted-2"))
      }
      let excerpt = try #require(reader.issues.examples.first?.excerpt)
      #expect(!excerpt.contains("frank") && !excerpt.contains("s3cret"))
    }
  }
}
