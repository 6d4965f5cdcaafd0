import CCurl
import ClientModel

/// A decoder of one response body, which also detects an incomplete coded stream.
///
/// libcurl's own decoder accepts a truncated gzip body, and reads only the first of several gzip
/// members. A body may end after:
/// - gzip: the trailer of a member, with checksum and length checked (RFC 1952, section 2.2).
///   Further members may follow. Trailing bytes that do not start a member are ignored, as in
///   gzip(1).
/// - deflate: the end of the zlib stream (RFC 9110, section 8.4.1.2). Some servers omit the zlib
///   wrapper and send a raw deflate stream. Trailing bytes are ignored.
/// - br: the last meta-block (RFC 7932). Trailing bytes are ignored.
/// - zstd: the end of a frame. Further frames may follow (RFC 8878, section 3).
///
/// A body without bytes (HEAD, 204, 304, an empty response) is complete, because no stream began.
final class ContentDecoding {
  enum CodingSelection { case all, transferOnly }

  /// The maximum number of codings of one body, as in libcurl.
  private static let most = 5

  private let origin: Origin
  private let names: [String]
  /// The decoders, in the order of decoding. They are created at the first byte. The last applied
  /// coding is decoded first.
  private var stages: [Stage] = []

  /// Prepares the decoding of a body. Returns nil if there is nothing to decode.
  ///
  /// A partial response (206) is not decoded, because no decoder can start inside a coded
  /// representation. If one content coding is unknown, no content coding of the body is decoded.
  init?(_ head: ResponseHead, _ reach: CodingSelection, from origin: Origin) {
    let content = Self.hasUnknownCoding(head, reach) ? [] : Self.contentCodings(head, reach)
    names = content + Self.names(in: head, "Transfer-Encoding").filter { $0 != "chunked" }
    self.origin = origin
    if names.isEmpty { return nil }
  }

  /// Returns whether the body is stored as received, because a content coding is unknown.
  static func hasUnknownCoding(_ head: ResponseHead, _ reach: CodingSelection) -> Bool {
    contentCodings(head, reach).contains { Stage.coding(named: $0) == nil }
  }

  /// Whether the body may end after the bytes decoded so far.
  var isComplete: Bool { stages.allSatisfy { ccurl_decoder_is_complete($0.decoder) != 0 } }

  /// Decodes bytes, and passes the result to `give` in chunks of at most 64 KiB.
  func take(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ give: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    guard !bytes.isEmpty else { return }
    if stages.isEmpty {
      if names.count > Self.most { throw .tooManyCodings(origin, Self.most) }
      for name in names.reversed() { stages.append(try Stage(name, origin)) }
    }
    try push(bytes, into: 0, give)
  }

  private func push(
    _ bytes: UnsafeBufferPointer<UInt8>, into index: Int,
    _ give: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    guard index < stages.count else { return try give(bytes) }
    let stage = stages[index]
    let room = stage.room
    var next = bytes.baseAddress
    var left = bytes.count
    var written = 0
    repeat {
      let before = left
      written = Int(ccurl_decode(stage.decoder, &next, &left, room.baseAddress, room.count))
      if written < 0 || (written == 0 && left > 0 && left == before) {
        throw .damagedCoding(origin, stage.name)
      }
      if written > 0 {
        try push(UnsafeBufferPointer(rebasing: room[..<written]), into: index + 1, give)
      }
      // A full output buffer means that the decoder may have more output.
    } while left > 0 || written == room.count
  }

  /// Returns the content codings to decode, in the order of application.
  private static func contentCodings(_ head: ResponseHead, _ reach: CodingSelection) -> [String] {
    reach == .all && head.status != 206 ? names(in: head, "Content-Encoding") : []
  }

  private static func names(in head: ResponseHead, _ field: String) -> [String] {
    head.fields.all(field).flatMap { $0.words(at: ",") }
      .map { String($0.trimmed(of: " \t")).lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" && $0 != "none" }
  }

  /// The decoder of one coding, with its output buffer.
  private final class Stage {
    let name: String
    let decoder: OpaquePointer
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)

    /// Returns the coding with this name, or nil if Weir cannot decode it.
    static func coding(named name: String) -> ccurl_coding? {
      let coding: ccurl_coding? =
        switch name {
        case "gzip", "x-gzip": CCURL_CODING_GZIP
        case "deflate": CCURL_CODING_DEFLATE
        case "br": CCURL_CODING_BROTLI
        case "zstd": CCURL_CODING_ZSTD
        default: nil
        }
      return coding.flatMap { ccurl_coding_known($0) != 0 ? $0 : nil }
    }

    init(_ name: String, _ origin: Origin) throws(Failure) {
      guard let coding = Self.coding(named: name) else { throw .unknownCoding(origin, name) }
      guard let decoder = ccurl_decoder_make(coding) else { throw .damagedCoding(origin, name) }
      self.name = name
      self.decoder = decoder
    }

    deinit {
      ccurl_decoder_free(decoder)
      room.deallocate()
    }
  }
}
