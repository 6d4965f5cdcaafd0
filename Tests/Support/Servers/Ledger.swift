import Foundation
import Glibc
import Synchronization

/// The requests a server has processed, one line each, on disk before the response leaves.
///
/// The file is what counts after a crash of the program under test: what stands in it happened.
package final class Ledger: Sendable {
  /// One processed request.
  package struct Entry: Sendable, Equatable {
    /// Counts from 1.
    package let sequence: Int
    /// The connection that brought it, counted from 1.
    package let connection: Int
    package let method: String
    /// From the header `X-Ledger-Id`, else the path without its leading slash.
    package let id: String
    /// The Idempotency-Key, or empty.
    package let key: String
    package let bodyLength: Int
    package let bodyDigest: String
    package let headerCount: Int
    /// What the server answered; 0 where it was set to drop the connection.
    package let status: Int
    package let responseLength: Int
    package let responseDigest: String
  }

  package enum Durability: Sendable {
    /// `fdatasync` before the response.
    case synced
    /// Written, left to the kernel: for speed measurements.
    case written
  }

  package let path: String
  private let durability: Durability
  private let file: Mutex<(descriptor: Int32, sequence: Int)>

  init(path: String, durability: Durability) throws(RigError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw RigError("No ledger at \(path).", why: String(cString: strerror(errno)))
    }
    self.path = path
    self.durability = durability
    file = Mutex((descriptor, 0))
  }

  deinit { file.withLock { _ = close($0.descriptor) } }

  /// Appends a line; false when the disk refused, which the server must not hide.
  func record(_ request: HTTPRequest, id: String, connection: Int, status: Int, response: [UInt8])
    -> Bool
  {
    let tail = [
      "\(connection)", request.method, Self.plain(id),
      Self.plain(request.header("idempotency-key") ?? ""), "\(request.body.count)",
      digest(request.body), "\(request.headers.count)", "\(status)", "\(response.count)",
      digest(response),
    ].joined(separator: "\t")
    return file.withLock { file in
      file.sequence += 1
      var line = "\(file.sequence)\t\(tail)\n"
      let isWritten = line.withUTF8 { write(file.descriptor, $0.baseAddress, $0.count) == $0.count }
      return isWritten && (durability == .written || fdatasync(file.descriptor) == 0)
    }
  }

  /// How many requests were processed; needs no reading of the file.
  package var count: Int { file.withLock { $0.sequence } }

  /// A place in the ledger: what is recorded from now on comes after it.
  package struct Mark: Sendable {
    fileprivate let offset: UInt64
    package static let beginning = Mark(offset: 0)
  }

  /// The present end of the ledger.
  package func mark() throws -> Mark {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    return Mark(offset: try file.seekToEnd())
  }

  /// The entries after a mark, read from the file.
  package func entries(since mark: Mark = .beginning) throws -> [Entry] {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    try file.seek(toOffset: mark.offset)
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    return try text.split(separator: "\n").map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 11, let sequence = Int(cells[0]), let connection = Int(cells[1]),
        let body = Int(cells[5]), let headers = Int(cells[7]), let status = Int(cells[8]),
        let response = Int(cells[9])
      else { throw RigError("The ledger has an unreadable line.", why: String(line)) }
      return Entry(
        sequence: sequence, connection: connection, method: cells[2], id: cells[3], key: cells[4],
        bodyLength: body, bodyDigest: cells[6], headerCount: headers, status: status,
        responseLength: response, responseDigest: cells[10])
    }
  }

  /// How often each id was processed.
  package func counts(since mark: Mark = .beginning) throws -> [String: Int] {
    try entries(since: mark).reduce(into: [:]) { $0[$1.id, default: 0] += 1 }
  }

  // A line must stay a line whatever the client sent.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "?" : $0 }))
  }
}
