import ClientCore
import ClientModel

/// One cached response in `--format json`, the documented stable format.
struct CacheEntryRecord: Encodable {
  var id: Int64
  var method: String
  var url: String
  var status: Int
  /// The age in seconds.
  var age: Int64
  /// The remaining freshness lifetime in seconds, negative for a stale response.
  var left: Int64
  var isFresh: Bool
  /// The source of the freshness lifetime: `max-age`, `Expires`, `store-for`, `heuristic`,
  /// `invalid`, `none`.
  var basis: String
  var bytes: Int64
  /// The `ETag`, or else the `Last-Modified`.
  var validator: String?
  var job: Int64?

  init(_ entry: StoredResponse, at now: Timestamp) {
    let freshness = Freshness(of: entry, at: now)
    id = entry.id.rawValue
    method = entry.method.rawValue
    url = entry.displayURL
    status = entry.head.status
    age = freshness.age.components.seconds
    left = freshness.left.components.seconds
    isFresh = freshness.isFresh
    basis = freshness.basis.text
    bytes = entry.bodyLength.bytes
    validator = entry.head.fields.first("ETag") ?? entry.head.fields.first("Last-Modified")
    job = entry.job?.rawValue
  }

  static func unknown(_ id: CacheEntryID) -> UsageProblem {
    UsageProblem(
      what: "There is no cached response \(id).", why: "It was deleted, replaced or evicted.",
      whatToDo: "`weir cache list` shows the ids there are.")
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

/// Cached responses as aligned columns for a person.
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
