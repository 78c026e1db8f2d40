internal import SimCore

/// What identifiers are.
enum IdentifierKind: String, WordSettingValue {
  case auto, number, text
}
