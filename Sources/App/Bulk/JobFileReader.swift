import ClientModel
import FoundationEssentials
import Glibc

/// The file that `queue export` writes. Its jobs are decoded separately.
struct JobFile: Decodable {
  static let version = 1

  let version: Int
  /// An empty list. `JobFileReader` decodes each job separately.
  let jobs: [PortableJob]
}

/// A reader of the file that `queue export` writes. It reads one job at a time, so that only a
/// small part of the file is in memory.
final class JobFileReader {
  private let file: String
  private let descriptor: Int32
  private let decoder = JSONDecoder()
  private var splitter = JobFileSplitter()
  /// The bytes that were read last, and the index of the first byte that was not examined.
  private var piece: [UInt8] = []
  private var at = 0
  private var count = 0

  /// Opens a file.
  ///
  /// - Parameter file: The path. `-` means standard input.
  init(_ file: String) throws(UsageProblem) {
    self.file = file
    descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw CommandInput.problem(file, FileAccessError(code: errno)) }
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  /// Reads the next job. Returns nil at the end of a valid file.
  func next() throws(UsageProblem) -> PortableJob? {
    while true {
      if let element = splitter.next(in: piece, &at) {
        defer { count += 1 }
        return try decoded(PortableJob.self, from: element, at: ["jobs", "[\(count)]"])
      }
      guard try readPiece() else { break }
    }
    let frame = try decoded(JobFile.self, from: splitter.rest, at: [])
    guard frame.version == JobFile.version else {
      throw UsageProblem(
        what: "Nothing was imported.",
        why: "The file has format \(frame.version); this version of Weir reads \(JobFile.version).",
        whatToDo: "Use the version of Weir that wrote it, or a newer one.")
    }
    return nil
  }

  /// Reads the next bytes.
  ///
  /// - Returns: Whether any bytes were read. False means the end of the file.
  private func readPiece() throws(UsageProblem) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw CommandInput.problem(file, FileAccessError(code: errno)) }
      (piece, at) = (Array(bytes[..<count]), 0)
      return count > 0
    }
  }

  /// Decodes a value of the file.
  ///
  /// - Parameter path: The path of the value within the file's JSON.
  private func decoded<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], at path: [String]
  ) throws(UsageProblem) -> Value {
    do {
      return try decoder.decode(type, from: Data(String(decoding: bytes, as: UTF8.self).utf8))
    } catch {
      let why = (error as? DecodingError)?.words(at: path) ?? "It cannot be read."
      throw UsageProblem(
        what: "Nothing was imported.", why: "\(Console.safe(file)): \(why)",
        whatToDo: "Use a file that `weir queue export` wrote.")
    }
  }
}

/// A parser that extracts the elements of the list `jobs` from a JSON object.
///
/// The object is read in chunks. The splitter does not check whether the elements are valid JSON.
private struct JobFileSplitter {
  /// The bytes of the object that were read. They contain an empty list of jobs.
  private(set) var rest: [UInt8] = []
  private var element: [UInt8] = []
  private var depth = 0
  private var isInJobs = false
  /// Whether the current element follows a comma. After a comma, an element must not be empty.
  private var isAfterComma = false
  private var isInString = false
  private var isEscaped = false

  /// Reads bytes of a chunk up to the end of an element.
  ///
  /// - Parameter at: The index of the first byte to read. On return, the index of the first byte
  ///   that was not read.
  /// - Returns: The element. Nil if all bytes were read.
  mutating func next(in piece: [UInt8], _ at: inout Int) -> [UInt8]? {
    while at < piece.count {
      let byte = piece[at]
      at += 1
      if let element = take(byte) { return element }
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) -> [UInt8]? {
    if isInString {
      isInString = byte != UInt8(ascii: "\"") || isEscaped
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    } else {
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if !isInJobs, depth == 2, byte == UInt8(ascii: "["), isAfterJobsKey {
          (isInJobs, isAfterComma) = (true, false)
          rest.append(byte)
          return nil
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if isInJobs, depth < 2 {
          isInJobs = false
          rest.append(byte)
          let isAbsent = !isAfterComma && element.allSatisfy(Self.isSpace)
          let last = takeElement()
          return isAbsent ? nil : last
        }
      case UInt8(ascii: ",") where isInJobs && depth == 2:
        isAfterComma = true
        return takeElement()
      default: break
      }
    }
    if isInJobs { element.append(byte) } else { rest.append(byte) }
    return nil
  }

  private mutating func takeElement() -> [UInt8] {
    defer { element = [] }
    return element
  }

  /// Whether the last bytes were the key `jobs` and a colon.
  private var isAfterJobsKey: Bool {
    let key = Array("\"jobs\"".utf8)
    var before = rest[...]
    while let last = before.last, Self.isSpace(last) { before = before.dropLast() }
    guard before.last == UInt8(ascii: ":") else { return false }
    before = before.dropLast()
    while let last = before.last, Self.isSpace(last) { before = before.dropLast() }
    return before.suffix(key.count).elementsEqual(key)
      && before.dropLast(key.count).last != UInt8(ascii: "\\")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}

extension DecodingError {
  /// Returns a sentence that names the invalid part of the file and the reason.
  ///
  /// - Parameter path: The path of the decoded value within the file's JSON.
  fileprivate func words(at path: [String]) -> String {
    func place(_ context: Context) -> String {
      let path = path + context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      return path.isEmpty ? "the file" : path.joined(separator: ".")
    }
    switch self {
    case .keyNotFound(let key, let context):
      return "\(Console.safe(place(context))) has no `\(key.stringValue)`."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(Console.safe(place(context))) has the wrong type."
    case .dataCorrupted(let context):
      return
        "\(Console.safe(place(context))) cannot be read: \(Console.safe(context.debugDescription))"
    @unknown default: return "It cannot be read."
    }
  }
}
