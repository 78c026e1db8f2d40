package import SimCore

/// What a line of a story says, as what it has the story's reader do.
package struct StoryLine: Sendable {
  /// Whether it is an event of a device; others say something about the story itself.
  let isOfDevice: Bool
  /// Is given where the line's event stands, for what is wrong with it.
  let apply: @Sendable (inout StoryReader, _ offset: Int) -> Void

  package static let catalog = Catalog<StoryLine>(
    of: "event",
    [
      entry(
        "story", "What the story is; the first line, where it is there at all.", StoryHead.self,
        isOfDevice: false
      ) { $1.begin($0, $2) },
      entry(
        "headers", "What the origin says about storing; publications name it.", StoryHeaders.self,
        isOfDevice: false
      ) { $1.define($0, $2) },
      entry(
        "publish", "The origin publishes a resource, or a new version of it.", StoryPublication.self
      ) { $1.publish($0, $2) },
      entry("open", "A screen appears, named by its main resource.", StoryOpening.self) {
        $1.open($0, $2)
      },
      entry(
        "close", "The screen disappears; without a resource, the one that was opened last.",
        StoryScreen.self
      ) { $1.close($0.resource, $2) },
      entry("refresh", "The user pulls the open screen to refresh it.", StoryScreen.self) {
        $1.append(Action.refresh, of: $1.screen($0.resource, $2, "refresh"))
      },
      entry("need", "The open screen turns out to need one resource more.", StoryResource.self) {
        $1.append(Action.need, of: $1.resource($0.resource, $2))
      },
      entry(
        "scroll",
        "The user scrolls the open screen down, by rows or to the next page of a list, a resource "
          + "of its own.", StoryScroll.self
      ) { $1.scroll($0, $2) },
      entry(
        "push", "The origin tells the app, silently, that a resource has changed.",
        StoryResource.self
      ) { $1.append(Action.push, of: $1.resource($0.resource, $2)) },
      entry("edit", "The user changes a field of a record.", StoryEdit.self) { $1.make($0, $2) },
      entry("network", "The device changes to another network.", StoryNetwork.self) {
        $1.append(Action.network, of: $1.number(of: $0.network, $2))
      },
      entry("charger", "The device is put on a charger, or taken off it.", StoryCharger.self) {
        said, reader, _ in reader.append(.charging(said.isOn))
      },
      plain("launch", "The app is started.", .launch),
      plain("foreground", "The app comes to the front again.", .foreground),
      plain("background", "The app leaves the front; it has a few seconds.", .background),
      plain("terminate", "The user or the system ends the app, which is told.", .terminate),
      plain("crash", "The app ends and is not told.", .crash),
      entry(
        "memory-warning", aliases: ["memory warning", "memoryWarning"],
        "The system asks for memory.", StoryMemoryWarning.self
      ) { said, reader, _ in reader.append(.memoryWarning(said.level)) },
      plain(
        "low-space", aliases: ["low space", "lowSpace"],
        "The system runs out of space: it empties the caches' folders of apps that do not run.",
        .spaceShortage),
      entry("upgrade", "A new release of the app stores by another schema.", StoryUpgrade.self) {
        said, reader, _ in reader.upgrade(said.schema)
      },
      entry("login", "Another user logs in.", StoryLogin.self) { said, reader, _ in
        reader.login(said.user)
      },
      entry(
        "resource", "Names a resource before it is published; its number keys its draws.",
        StoryNumbering.self
      ) { _ = $1.name($0.name, $0.number, $2) },
      entry(
        "host", "Names a host before it is used; its number keys its draws.", StoryNumbering.self,
        isOfDevice: false
      ) { $1.define($0, $2) },
      entry(
        "retire",
        "No later line names the resource: what is known of it need not be kept, and after a while "
          + "the list of records has no line for it (origin.lists.keepsRetired).",
        StoryResource.self
      ) { $1.retire($0.resource, $2) },
      plain("end", "The device's story ends; by default at midnight after the last line.", .end),
    ])

  private static func entry<Group: Settings>(
    _ name: String, aliases: [String] = [], _ summary: String, _: Group.Type,
    isOfDevice: Bool = true, _ apply: @escaping @Sendable (Group, inout StoryReader, Int) -> Void
  ) -> Catalog<StoryLine>.Entry {
    Catalog.Entry(name, aliases: aliases, summary, settings: Group.self) { said in
      StoryLine(isOfDevice: isOfDevice) { apply(said, &$0, $1) }
    }
  }

  private static func plain(
    _ name: String, aliases: [String] = [], _ summary: String, _ action: Action
  ) -> Catalog<StoryLine>.Entry {
    entry(name, aliases: aliases, summary, NoSettings.self) { _, reader, _ in reader.append(action)
    }
  }

  private static let common: [(name: String, schema: JSON)] = [
    (
      "at",
      .object([
        "type": "string",
        "description": JSON(
          "When: \(StoryTime.form); without it, when its device's line before happens."),
      ])
    ),
    (
      "device",
      .object([
        "anyOf": [Int.schema, String.schema],
        "description":
          "To which device, by number or by name; without it, that of the line before.",
      ])
    ),
  ]

  package static var schema: JSON {
    let lines = catalog.entries.map { entry -> JSON in
      let event: JSON = .object([
        "enum": JSON([entry.name] + entry.aliases), "description": JSON(entry.summary),
      ])
      let properties =
        [("event", event)] + common.map { ($0.name, $0.schema) }
        + (entry.schema["properties"]?.members ?? []).map { ($0.name, $0.value) }
      let required: [JSON] = ["event"] + (entry.schema["required"]?.elements ?? [])
      return .object([
        "type": "object", "properties": .object(properties), "required": JSON(required),
        "additionalProperties": false,
      ])
    }
    return .object([
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": JSON("a line of a cachesim story, version \(StoryHead.version)"),
      "oneOf": JSON(lines),
    ])
  }
}
