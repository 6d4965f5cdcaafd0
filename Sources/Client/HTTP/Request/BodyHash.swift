import CCrypto
import ClientCore
import ClientModel

/// The SHA-256 of a request body as it is sent, in hexadecimal digits.
enum BodyHash {
  private static let pieceSize = 256 << 10

  static func of(_ body: WireRequest.Body) throws(Failure) -> String {
    guard let state = ccrypto_sha256_new() else { throw .cannotSign }
    defer { ccrypto_sha256_free(state) }
    let body = try OutgoingBody(body)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 1)
    defer { room.deallocate() }
    while case let count = try body.read(into: room), count > 0 {
      guard ccrypto_sha256_update(state, room.baseAddress, count) == 1 else { throw .cannotSign }
    }
    var digest = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_sha256_final(state, &digest) == 1 else { throw .cannotSign }
    return digest.hexadecimal
  }
}
