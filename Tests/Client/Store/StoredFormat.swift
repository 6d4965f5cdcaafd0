import ClientModel
import Testing

@testable import ClientStore

/// Writes and reads values in the format on disk, at the place of one request.
struct StoredFormat {
  private let folder = StateFolder()
  private let place = RowIdentity.request(of: JobID(7))
  private var vault: Vault { Vault(folder: folder.path) }

  /// The bytes that are written, in hexadecimal.
  func bytes(_ write: (inout PayloadWriter) throws(Failure) -> Void) throws -> String {
    var writer = PayloadWriter(for: place, vault: vault)
    try write(&writer)
    return writer.bytes.hexadecimal
  }

  func reader(_ hexadecimal: String) -> PayloadReader {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
    return PayloadReader(bytes, at: place, vault: vault)
  }

  /// Fails unless `value` is written as `stored`, and `stored` is read as `value`.
  func expect<Value: PayloadValue>(
    _ value: Value, isStoredAs stored: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let written = try bytes { (w) throws(Failure) in try value.write(to: &w) }
    #expect(written == stored, sourceLocation: location)
    var reader = reader(stored)
    #expect(try Value(from: &reader) == value, sourceLocation: location)
    #expect(reader.isAtEnd, sourceLocation: location)
  }
}
