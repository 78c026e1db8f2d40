package import SimCore

/// What the user of a phone has set in its system, as far as it decides on work that no screen
/// waits for.
package struct SystemSettings: Settings {
  package var lowPowerMode = false
  package var lowDataMode = false
  package var backgroundRefresh = true
  package var storage = StorageRule()
  package var doze = DozeSettings()
  package var transfers = TransferRule.inProcess

  package init() {}
  package static let fields: [Field<SystemSettings>] = [
    Field(
      "lowPowerMode", \.lowPowerMode,
      "Whether power is saved all the time: no background fetches and no silent pushes. iOS' Low "
        + "Power Mode pauses background activities (Apple, Energy Efficiency Guide for iOS Apps), "
        + "Android's Battery Saver holds jobs back (\"Power management resource limits\"). That it "
        + "is never turned off, as by charging, is assumed; device.battery has it come and go."),
    Field(
      "lowDataMode", \.lowDataMode,
      "Whether data is saved on metered networks: no background fetches, silent pushes or "
        + "prefetches there. In iOS' Low Data Mode Background App Refresh is off (Apple, \"Use Low "
        + "Data Mode on your iPhone and iPad\"), and Android's Data Saver blocks background data "
        + "(\"Optimize network data usage\"). That apps prefetch nothing in front either, as both "
        + "systems ask of them, but what has no other way to the screen (pre-cache), and that "
        + "Wi-Fi is not saved, is assumed."),
    Field(
      "backgroundRefresh", \.backgroundRefresh,
      "Whether apps may work in the background; false: no background fetches (UIApplication's "
        + "backgroundRefreshStatus, denied), and by assumption no silent pushes."),
    Field(
      "storage", \.storage,
      "What the system deletes of an app's caches, and how much it lets it store: \"ios\", "
        + "\"android\", \"chromium\", \"firefox\" or \"safari\"."),
    Field(
      "doze", \.doze, "When the phone lies still, so that Android's Doze holds work back: never."),
    Field(
      "transfers", \.transfers,
      "Who carries out what is fetched ahead: the process, which gives it up when it is suspended; "
        + "or the system (a background URLSession)."),
  ]
}
