internal import LiveClients
internal import SimCore
internal import TestCases
internal import Testing

/// Clients that do as they should not: each loses its row, in bounded time, with a message.
@Suite(.enabled(if: Python.isThere, "python3 is not installed"))
struct BadClientTests {
  /// A client, and what is said of it.
  struct Client: Sendable, CustomTestStringConvertible {
    let name: String
    let code: String
    let message: String
    var testDescription: String { name }
  }

  private static let open = """
    import json, sys, urllib.request
    def say(line, reply):
      print(json.dumps({"id": line["id"], **reply}), flush=True)
    line = json.loads(input())

    """

  /// Answers as it should to all but `get`.
  private static func getting(_ reply: String) -> String {
    open + """
      while True:
        say(line, \(reply) if line["do"] == "get" else {"keeps": "nothing"})
        line = json.loads(input())
      """
  }

  static let clients = [
    Client(
      name: "answers a line again and again",
      code: open + "while True: say(line, {'keeps': 'nothing'})",
      message: "of a line that waits for an answer ("),
    Client(
      name: "asks for the page and never answers",
      code: open + "while True: urllib.request.urlopen(line['origin'] + '/').read()",
      message: "at 'open': did not answer within 2s"),
    Client(
      name: "writes more than is read",
      code: open + "import time\nsay(line, {'keeps': 'nothing'})\ntime.sleep(1)\n"
        + "while True: print('{}' * 99)",
      message: "said '{}{}{}{}"),
    Client(
      name: "writes to standard error for ever",
      code: open + "while True: sys.stderr.write('noise\\n' * 9999)",
      message: "B on standard error: noise | noise"),
    Client(
      name: "writes a longer line than is read",
      code: open + "print('x' * 1048577, flush=True)\nsys.stdin.read()",
      message: "wrote a line of more than 1048576 B, which begins with 'xxxx"),
    Client(
      name: "names another line",
      code: open + "line['id'] = 99\nsay(line, {})\nsys.stdin.read()",
      message: "of a line that waits for an answer (1), found the number 99"),
    Client(
      name: "names no line", code: open + "line['id'] = '1'\nsay(line, {})\nsys.stdin.read()",
      message: "of a line that waits for an answer (1), found the text \"1\""),
    Client(
      name: "never asks the origin",
      code: open + "sys.stderr.write('no proxy\\n')\n" + getting("{}").dropFirst(open.count),
      message: "and never asked the origin for one: expected it to, as its cache was empty at first"
    ),
    Client(
      name: "a body that is a number", code: getting("{'body': 7}"),
      message: "'get', with \"body\": expected a text, found the number 7"),
    Client(
      name: "a body that is a list", code: getting("{'body': []}"),
      message: "'get', with \"body\": expected a text, found"),
    Client(
      name: "a length that is a text", code: getting("{'body': 'x', 'bytes': '9'}"),
      message: "'get', with \"bytes\": expected a whole number of 0 or more, found the text \"9\""),
    Client(
      name: "a length without a body", code: getting("{'bytes': 9}"),
      message: "'get', with \"body\": expected the first line of 9 B, found nothing"),
    Client(
      name: "a background that is a text", code: getting("{'body': 'x', 'background': 'yes'}"),
      message: "'get', with \"background\": expected true or false, found the text \"yes\""),
    Client(
      name: "a clock that is a number", code: open + "say(line, {'clock': 7})\nsys.stdin.read()",
      message: "said that \"clock\" is the number 7: expected \"virtual\" or \"own\""),
    Client(
      name: "a cache that is emptied by a number",
      code: getting("{}").replacing("{\"keeps\": \"nothing\"}", with: "{\"emptied\": 1}"),
      message: "with \"emptied\": expected true or false, found the number 1"),
  ]

  /// It has two seconds; what goes on for ever is seen on the busiest machine.
  @Test(.timeLimit(.minutes(10)), arguments: clients)
  func itsRowIsLostWithAMessage(client: Client) async throws {
    var command = ClientCommand(name: "bad", command: Python.command(client.code))
    command.patience = .seconds(2)
    let seat = LiveSeat(command)
    _ = try await LiveClientTests.run(
      LiveClientTests.scenario("articles", days: 1), [seat], beside: [])
    expect(seat.messages.count, is: 1)
    expect(seat.messages.joined().contains(client.message), "\(seat.messages)")
    if client.name.contains("origin") { expect(seat.messages[0].contains("words: no proxy")) }
  }
}
