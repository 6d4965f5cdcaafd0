import ClientModel

/// A filter for the event log: `kind:finished,custom job:17 graph:g3 gateway:api` and any text.
/// Every part must match; case is ignored.
package struct LogFilter: Hashable, Sendable {
  private enum Test: Hashable, Sendable {
    case kind([String])
    case job(String)
    case graph(String)
    case gateway(String)
    case text(String)
  }

  private let tests: [Test]

  package init(_ text: String) {
    tests = text.lowercased().words(at: " ").map { word in
      guard let colon = word.firstIndex(ofByte: ":") else { return .text(String(word)) }
      let value = String(word.rest(after: colon))
      switch word[..<colon] {
      case "kind": return .kind(value.words(at: ",").map(String.init))
      case "job": return .job(value)
      case "graph": return .graph(value.begins(with: "g") ? value : "g" + value)
      case "gateway": return .gateway(value)
      default: return .text(String(word))
      }
    }
  }

  package func passes(_ entry: LogEntry) -> Bool { tests.allSatisfy { fits(entry, $0) } }

  private func fits(_ entry: LogEntry, _ test: Test) -> Bool {
    let event: Event? = if case .event(let logged) = entry { logged.event } else { nil }
    switch test {
    // A partly typed kind already matches, so that the list narrows while the user types.
    case .kind(let kinds):
      let spellings = entry.kinds
      return kinds.isEmpty
        || kinds.contains { kind in spellings.contains { $0.begins(with: kind) } }
    case .job(let number): return number.isEmpty || event?.job?.description == number
    case .graph(let id): return id == "g" || event?.graph?.description == id
    case .gateway(let part):
      return part.isEmpty || event?.gateway?.lowercased().contains(part) ?? false
    case .text(let part): return entry.line.lowercased().contains(part)
    }
  }
}
