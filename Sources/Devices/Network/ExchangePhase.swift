/// Where an exchange is on its way.
enum ExchangePhase: UInt8 {
  /// The number is free.
  case free
  /// All connections are taken; it waits for one.
  case waiting
  /// Its connection is being opened.
  case opening
  /// The request is on the link, or its sender waits for acknowledgements.
  case uploading
  /// The request's last bit is on its way to the origin.
  case travelling
  /// The origin has it.
  case atOrigin
  /// The origin thinks, or the answer travels.
  case answering
  /// The answer is on the link, or its sender waits for acknowledgements.
  case downloading
  /// The failure is certain and about to be told.
  case failing
}
