/// Why something is written to flash.
///
/// The owner of a store names the cause of its data; engines add what is theirs: journals,
/// checkpoints, indexes.
public enum FlashCause: Int, Hashable, Sendable, CaseIterable {
  /// An entry left a memory tier.
  case eviction
  /// Unwritten entries are written on a memory warning, in the background, at the end.
  case flush
  /// A view's model is archived.
  case archive
  /// An answer of the network is stored as it came.
  case store
  /// A record that was fetched ahead.
  case record
  /// An edit that waits to be sent.
  case outbox
  /// An index beside the data.
  case index
  /// A journal that is thrown away when the transaction is done.
  case journal
  /// A log's pages are carried over into the database.
  case checkpoint
  /// Something is removed.
  case delete
  /// What another release of the app wrote is written in the new form.
  case migration
}
