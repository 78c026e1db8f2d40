package import SimCore

/// What a line of a story says: an event of a device, or something about the story itself.
package enum StoryLine: Sendable {
  /// The story itself: what it holds, and the order of its networks and hosts.
  case story(StoryHead)
  case headers(StoryHeaders)
  /// A resource, or a host, that is named before it is used, with the number that keys its draws.
  case resource(StoryNumbering)
  case host(StoryNumbering)
  case publish(StoryPublication)
  case open(StoryOpening)
  case close(String?)
  case refresh(String?)
  case need(String)
  case push(String)
  case retire(String)
  case edit(StoryEdit)
  case network(NetworkChoice)
  case login(StoryName)
  case upgrade(Int?)
  /// What needs nothing of the story to be understood.
  case plain(Action)

  package static let catalog = Catalog<StoryLine>(
    of: "event",
    [
      entry(
        "story", "What the story is; the first line, where it is there at all.", StoryHead.self
      ) { .story($0) },
      entry(
        "headers", "What the origin says about storing; publications name it.", StoryHeaders.self
      ) { .headers($0) },
      entry(
        "publish", "The origin publishes a resource, or a new version of it.",
        StoryPublication.self
      ) { .publish($0) },
      entry("open", "A screen appears, named by its main resource.", StoryOpening.self) {
        .open($0)
      },
      entry(
        "close", "The screen disappears; without a resource, the one that was opened last.",
        StoryScreen.self
      ) { .close($0.resource) },
      entry(
        "refresh", "The user pulls the open screen to refresh it.", StoryScreen.self
      ) { .refresh($0.resource) },
      entry(
        "need", "The open screen turns out to need one resource more.", StoryResource.self
      ) { .need($0.resource) },
      entry(
        "scroll", "The user scrolls the open list to its next page, a resource of its own.",
        StoryResource.self
      ) { .need($0.resource) },
      entry(
        "push", "The origin tells the app, silently, that a resource has changed.",
        StoryResource.self
      ) { .push($0.resource) },
      entry("edit", "The user changes a field of a record.", StoryEdit.self) { .edit($0) },
      entry("network", "The device changes to another network.", StoryNetwork.self) {
        .network($0.network)
      },
      entry(
        "charger", "The device is put on a charger, or taken off it.", StoryCharger.self
      ) { .plain(.charging($0.isOn)) },
      plain("launch", "The app is started.", .launch),
      plain("foreground", "The app comes to the front again.", .foreground),
      plain("background", "The app leaves the front; it has a few seconds.", .background),
      plain("terminate", "The user or the system ends the app, which is told.", .terminate),
      plain("crash", "The app ends and is not told.", .crash),
      entry(
        "memory-warning", aliases: ["memory warning", "memoryWarning"],
        "The system asks for memory.", StoryMemoryWarning.self
      ) { .plain(.memoryWarning($0.level == .critical ? .critical : .warning)) },
      plain(
        "low-space", aliases: ["low space", "lowSpace"],
        "The system runs out of space: it empties the caches' folders of apps that do not run.",
        .spaceShortage),
      entry(
        "upgrade", "A new release of the app stores by another schema.", StoryUpgrade.self
      ) { .upgrade($0.schema) },
      entry("login", "Another user logs in.", StoryLogin.self) { .login($0.user) },
      entry(
        "resource", "Names a resource before it is published; its number keys its draws.",
        StoryNumbering.self
      ) { .resource($0) },
      entry(
        "host", "Names a host before it is used; its number keys its draws.", StoryNumbering.self
      ) { .host($0) },
      entry(
        "retire",
        "No later line names the resource: what is known of it need not be kept, and after a while "
          + "the list of records has no line for it (origin.lists.keepsRetired).",
        StoryResource.self
      ) { .retire($0.resource) },
      plain("end", "The device's story ends; by default at midnight after the last line.", .end),
    ])

  private static func entry<Group: Settings>(
    _ name: String, aliases: [String] = [], _ summary: String, _ group: Group.Type,
    _ make: @escaping @Sendable (Group) -> StoryLine
  ) -> Catalog<StoryLine>.Entry {
    Catalog.Entry(name, aliases: aliases, summary, settings: group, make: make)
  }

  private static func plain(
    _ name: String, aliases: [String] = [], _ summary: String, _ action: Action
  ) -> Catalog<StoryLine>.Entry {
    entry(name, aliases: aliases, summary, NoSettings.self) { _ in .plain(action) }
  }

  /// What every line may have beside the members of its event.
  package static let common: [(name: String, schema: JSON)] = [
    (
      "event", .object([("description", "What happens.")])
    ),
    (
      "at",
      .object([
        ("type", "string"),
        (
          "description",
          JSON(
            .string(
              "When: \(StoryTime.form); without it, when its "
                + "device's line before happens."))
        ),
      ])
    ),
    (
      "device",
      .object([
        ("anyOf", JSON(.array([Int.schema, String.schema]))),
        (
          "description",
          "To which device, by number or by name; without it, that of the line before."
        ),
      ])
    ),
  ]

  package static var schema: JSON {
    let lines = catalog.entries.map { entry -> JSON in
      let names = JSON(.array(([entry.name] + entry.aliases).map { JSON($0) }))
      let properties =
        [("event", JSON.object([("enum", names), ("description", JSON(entry.summary))]))]
        + common.dropFirst().map { ($0.name, $0.schema) }
        + (entry.schema["properties"]?.members ?? []).map { ($0.name, $0.value) }
      let required: [JSON] = ["event"] + (entry.schema["required"]?.elements ?? [])
      return .object([
        ("type", "object"), ("properties", .object(properties)),
        ("required", JSON(.array(required))), ("additionalProperties", false),
      ])
    }
    return .object([
      ("$schema", "http://json-schema.org/draft-07/schema#"),
      ("title", JSON("a line of a cachesim story, version \(StoryHead.version)")),
      ("oneOf", JSON(.array(lines))),
    ])
  }
}
