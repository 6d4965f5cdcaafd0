import ClientCore
import ClientModel

/// One cached response in `--format json`, the documented stable format.
struct CacheEntryRecord: JSONRecord {
  private let entry: StoredResponse
  private let freshness: Freshness

  init(_ entry: StoredResponse, at now: Timestamp) {
    (self.entry, freshness) = (entry, Freshness(of: entry, at: now))
  }

  var id: Int64 { entry.id.rawValue }
  var method: String { entry.method.rawValue }
  var url: String { entry.displayURL }
  var status: Int { entry.head.status }
  /// The age in seconds.
  var age: Int64 { freshness.age.components.seconds }
  /// The remaining freshness lifetime in seconds. It is negative for a stale response.
  var left: Int64 { freshness.left.components.seconds }
  var isFresh: Bool { freshness.isFresh }
  var basis: String { freshness.basis.text }
  var bytes: Int64 { entry.bodyLength.bytes }
  var validator: String? {
    entry.head.fields.first("ETag") ?? entry.head.fields.first("Last-Modified")
  }

  static let table = JSONTable<CacheEntryRecord>(
    "cache-entry", "A stored response.",
    [
      .always("id", .integer, "The id of the entry.") { $0.id },
      .always("method", .text, "The method of its request.") { $0.method },
      .always("url", .text, "The URL; secrets are masked.") { $0.url },
      .always("status", .integer, "The status of the response.") { $0.status },
      .always("age", .integer, "The age in seconds.") { $0.age },
      .always(
        "left", .integer, "The number of seconds until it is stale; negative for a stale response."
      ) {
        $0.left
      },
      .always("isFresh", .flag, "Whether `--cache fresh` uses it.") { $0.isFresh },
      .always(
        "basis", .word(Freshness.Basis.allCases.map(\.text)),
        "The source of its freshness lifetime."
      ) { $0.basis },
      .always("bytes", .integer, "The size of the body.") { $0.bytes },
      .sometimes("validator", .text, "The `ETag`, or else `Last-Modified`.") { $0.validator },
      .sometimes("job", .integer, "The job that stored it.") { $0.entry.job?.rawValue },
    ])

  static func unknown(_ id: CacheEntryID) -> UsageProblem {
    UsageProblem(
      what: "There is no cached response \(id).", why: "It was deleted, replaced or evicted.",
      whatToDo: "`weir cache list` shows the ids.")
  }
}

extension Freshness.Basis {
  var text: String {
    switch self {
    case .maxAge: "max-age"
    case .expires: "Expires"
    case .storeFor: "store-for"
    case .heuristic: "heuristic"
    case .invalid: "invalid"
    case .none: "none"
    }
  }
}

/// Cached responses as aligned columns of text.
struct CacheEntryTable {
  var entries: [CacheEntryRecord]

  func lines() -> [String] {
    guard !entries.isEmpty else {
      return [
        "Nothing is cached. `weir send --cache fresh URL` stores the response if it is cacheable."
      ]
    }
    let rows = entries.map { entry in
      [
        "\(entry.id)", "\(entry.status)", "\(entry.age) s",
        entry.isFresh ? "\(entry.left) s" : "stale", "\(ByteCount(entry.bytes))",
        Console.safe(entry.validator ?? "-"), entry.method, Console.safe(entry.url),
      ]
    }
    let titles = ["ID", "STATUS", "AGE", "LEFT", "SIZE", "VALIDATOR", "METHOD", "URL"]
    return TextColumns(titles, rows).lines()
  }
}
