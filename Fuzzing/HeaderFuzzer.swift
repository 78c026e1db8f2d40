internal import HTTPCaching

/// Reads what libFuzzer thinks up as every kind of header; a crash or a hang is a find.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAnything(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  HeaderFuzz.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
