import ClientCore
import ClientDocuments
import ClientModel
import Terminal

/// The printer of a cached response. On a terminal, the response is formatted. In a pipe, the body
/// is unchanged.
struct CacheEntryPrinter {
  private let entry: StoredResponse
  private let body: CachedBody
  private let facts: CacheEntryRecord

  init(_ entry: StoredResponse, body: CachedBody, at now: Timestamp) {
    self.entry = entry
    self.body = body
    facts = CacheEntryRecord(entry, at: now)
  }

  /// Prints the response.
  ///
  /// - Parameter what: The part to print. Nil means all parts.
  func print(_ what: CacheShowCommand.What?) throws {
    if what == nil {
      Console.print("\(facts.method) \(Console.safe(facts.url))")
      let left = facts.isFresh ? "fresh for \(facts.left) s" : "stale for \(0 - facts.left) s"
      Console.print("(\(facts.age) s old, \(left) by \(facts.basis), \(entry.bodyLength))")
    }
    if what != .body { printHead() }
    if what != .headers { try printBody() }
  }

  private func printHead() {
    let head = entry.head
    Console.print(
      "\(head.version.rawValue) \(head.status)"
        + (head.reason.isEmpty ? "" : " \(Console.safe(head.reason))"))
    for field in head.fields {
      Console.print("\(Console.safe(field.name)): \(Console.safe(field.shownValue))")
    }
    Console.print("")
  }

  private func printBody() throws {
    switch body {
    case .none: return
    case .inline(let bytes):
      if Console.isTerminal {
        let (source, decoding) = try ByteSource(bytes).text(mediaType: entry.head.mediaType)
        if let problem = decoding.problem { Console.complain(Console.safe(problem)) }
        let text = String(decoding: try source.bytes(in: 0..<source.count), as: UTF8.self)
        Console.print(SafeText.lines(of: text).map(\.string).joined(separator: "\n"))
      } else {
        StandardOutput.write(bytes)
      }
    case .stored(let bytes, let length, _):
      if Console.isTerminal {
        Console.print("(\(length) in \(Console.safe(bytes.name)))")
      } else {
        try OutputFile.print(bytes)
      }
    }
  }
}
