package import DeviceModels
package import SimCore

/// The phone that the app runs on: an object, or the name of a device for a whole phone.
package struct DeviceSettings: Settings {
  package var backgroundTime = TimeSpan.seconds(5)
  package var backgroundFetches = BackgroundFetchRule.byUse
  package var system = SystemSettings()
  package var battery = BatterySettings()
  package var backgroundFetchBudget = TimeSpan.seconds(30)
  package var silentPushes = SilentPushSettings()
  package var memory = MemoryModel()
  package var flash = FlashSettings()
  package var radio = RadioSettings()
  package var wear = FlashWearSettings()
  package var processorScale = 4.0
  package var mainThreadShare = 0.0
  package var framesPerSecond = 60
  package var screenWidth = 1_080
  package var screenHeight = 2_400
  package var freeSpace = Bytes.gigabytes(10)
  package var decodedImageFactor = 10.0
  package var imageDecodeRate = Bytes.megabytes(730)
  package var coldLaunch = TimeSpan.seconds(1)
  package var warmLaunch = TimeSpan.milliseconds(300)
  package var launchSigma = 0.4

  package init() {}

  /// Bitmaps of one screen, 4 bytes a pixel.
  package var screenBytes: Bytes { Bytes(4 * Int64(screenWidth) * Int64(screenHeight)) }

  package static var isWrittenByName: Bool { true }
  package static let presets = DeviceProfiles.all.map { device in
    Preset<DeviceSettings>(
      device.name,
      "\(device.summary) Source: \(device.source). Processor \(device.processorScale) times "
        + "slower (\(device.processorSource)), flash \(device.storage.name) "
        + "(\(device.storageCertainty.rawValue)), radio \(device.lte.name) (assumption).",
      reading: device.settings)
  }
  package static let fields: [Field<DeviceSettings>] = [
    Field(
      "backgroundTime", \.backgroundTime, in: .zero...(.hours(1)),
      "How long the app may work after it left the front; 5 s by Apple's documentation."),
    Field(
      "backgroundFetches", \.backgroundFetches,
      "Which of the background fetches that an app asks for the system grants: by use, fewer the "
        + "longer the app was not used (Android's standby buckets); or all that are asked for."
    ).plausible(among: ["asked", "by-use"], "no system says what it grants"),
    Field("system", \.system, "What its user has set in the system."),
    Field(
      "battery", \.battery,
      "The battery, as far as it decides on background fetches: nothing unless said."),
    Field(
      "backgroundFetchBudget", \.backgroundFetchBudget, in: .zero...(.hours(1)),
      "How long a background fetch may last; 30 s."
    ).assumed(),
    Field("silentPushes", \.silentPushes, "Which silent pushes the system delivers."),
    Field("memory", \.memory, "Memory, its limit and its levels."),
    Field("flash", \.flash, "Flash and the file system on it."),
    Field("radio", \.radio, "The radios that its links go over."),
    Field(
      "wear", \.wear, "The flash below the file system: its wear and what else writes to it."),
    Field(
      "processorScale", \.processorScale, in: 0...1_000,
      "How much slower than the machine on which the codecs were measured; 4 as Lighthouse's "
        + "mobile slowdown."
    ).plausible(0.9, to: 8, "from an iPhone 15 Pro to half of Lighthouse's phone"),
    Field(
      "mainThreadShare", \.mainThreadShare, in: 0...1,
      "The share of encoding and decoding models that the main thread does, dropping frames; "
        + "none, as apps do it beside the main thread; 1 as textbooks' code."
    ).assumed(),
    Field(
      "framesPerSecond", \.framesPerSecond, in: 1...1_000, "How often the screen is drawn; 60 Hz."),
    Field(
      "screenWidth", \.screenWidth, in: 1...100_000,
      "The screen's width in pixels: some libraries take memory for so many screens."
    ).assumed(),
    Field("screenHeight", \.screenHeight, in: 1...100_000, "Its height in pixels.").assumed(),
    Field(
      "freeSpace", \.freeSpace, in: .zero...(.gigabytes(1_000_000)),
      "What is free on flash: some libraries take a share of it."
    ).assumed(),
    Field(
      "decodedImageFactor", \.decodedImageFactor, in: 1...1_000,
      "Bytes of memory that a decoded picture takes for each byte of its file."
    ).assumed(),
    Field(
      "imageDecodeRate", \.imageDecodeRate, in: Bytes(1)...(.megabytes(1_000_000)),
      orUnlimited: true,
      "Bytes of decoded pictures made in a second, 4 a pixel, before processorScale: libjpeg-turbo "
        + "3.2, one core of a server (x86-64), photographs of 0.1 to 0.4 bytes a pixel, 143 to 248 "
        + "million pixels a second, median 182."
    ).plausible("572 MB", to: "992 MB", "143 to 248 million pixels a second were measured"),
    Field(
      "coldLaunch", \.coldLaunch, in: .zero...(.minutes(1)),
      "From the launch of the process until its first screen may begin, by the mean. With "
        + "variance none an app starts at once."
    ).assumed().plausible(
      "400ms", to: "5s",
      "a launch animation of iOS, and from when Android vitals call a cold start excessive"),
    Field(
      "warmLaunch", \.warmLaunch, in: .zero...(.minutes(1)),
      "The same for a process that was suspended."
    ).assumed().plausible(
      "100ms", to: "1.5s",
      "what is felt as at once (Nielsen), and from when Android vitals call a hot start excessive"),
    Field(
      "launchSigma", \.launchSigma, in: 0...3,
      "The standard deviation of the logarithm of both."
    ).assumed(),
  ]
}
