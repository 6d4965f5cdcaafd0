import ClientCore
import ClientModel
import Glibc

/// A request body as bytes with a known length and random access.
///
/// A multipart body consists of boundaries, part heads and contents (RFC 7578).
final class OutgoingBody {
  private enum Piece {
    case bytes([UInt8])
    case file(OpenFile)

    var length: Int64 {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .file(let file): file.length
      }
    }
  }

  private let pieces: [Piece]
  let length: Int64
  private(set) var position: Int64 = 0
  private var index = 0
  private var offset: Int64 = 0

  /// Opens all files of a body. Throws `fileChanged` or `fileUnreadable`.
  init(_ body: WireRequest.Body) throws(Failure) {
    switch body {
    case .none: pieces = []
    case .bytes(let bytes): pieces = [.bytes(bytes)]
    case .file(let reference): pieces = [.file(try OpenFile(reference))]
    case .multipart(let boundary, let parts): pieces = try Self.layOut(parts, boundary)
    }
    length = pieces.reduce(0) { $0 + $1.length }
  }

  /// Reads as many bytes into `room` as possible. Returns their number, or zero at the end.
  func read(into room: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    var filled = 0
    while filled < room.count, index < pieces.count {
      let piece = pieces[index]
      let left = piece.length - offset
      if left == 0 {
        index += 1
        offset = 0
        continue
      }
      let count = Int(min(Int64(room.count - filled), left))
      let part = UnsafeMutableRawBufferPointer(rebasing: room[filled..<filled + count])
      switch piece {
      case .bytes(let bytes):
        bytes.withUnsafeBytes {
          part.copyMemory(from: .init(rebasing: $0[Int(offset)...].prefix(count)))
        }
      case .file(let file): try file.read(into: part, at: offset)
      }
      offset += Int64(count)
      position += Int64(count)
      filled += count
    }
    return filled
  }

  /// Returns the completely read files with their digests. Must be called at most once, at the end.
  func sentFiles() -> [SentFile] {
    pieces.compactMap { if case .file(let file) = $0 { file.sent() } else { nil } }
  }

  /// Moves to an offset. Returns false if the offset is outside the body.
  func seek(to place: Int64) -> Bool {
    guard place >= 0, place <= length else { return false }
    position = place
    offset = place
    index = 0
    while index < pieces.count, offset >= pieces[index].length {
      offset -= pieces[index].length
      index += 1
    }
    return true
  }

  private static func layOut(_ parts: [WireRequest.Part], _ boundary: String) throws(Failure)
    -> [Piece]
  {
    var pieces: [Piece] = []
    var lead = "--\(boundary)\r\n"
    for part in parts {
      var head = lead + "Content-Disposition: form-data; name=\"\(quoted(part.name))\""
      if let fileName = part.fileName { head += "; filename=\"\(quoted(fileName))\"" }
      if let type = part.mediaType { head += "\r\nContent-Type: \(type)" }
      pieces.append(.bytes(Array((head + "\r\n\r\n").utf8)))
      switch part.content {
      case .bytes(let bytes): pieces.append(.bytes(bytes))
      case .file(let reference): pieces.append(.file(try OpenFile(reference)))
      }
      lead = "\r\n--\(boundary)\r\n"
    }
    let end = parts.isEmpty ? "--\(boundary)--\r\n" : "\r\n--\(boundary)--\r\n"
    pieces.append(.bytes(Array(end.utf8)))
    return pieces
  }

  /// Percent-escapes quotation marks and line breaks in a name. Source: HTML, "multipart/form-data
  /// encoding algorithm".
  private static func quoted(_ name: String) -> String {
    PercentEncoding.escape(name) { ![0x22, 0x0D, 0x0A].contains($0) }
  }
}
