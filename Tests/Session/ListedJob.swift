import Foundation
import TestSupport

/// A job as `weir queue list --format json` prints it.
struct ListedJob: Decodable {
  let id: Int
  let state: String
  let detail: String?
  let method: String
  let url: String
  let attempts: Int
  let status: Int?
  let bodyBytes: Int?

  /// The path of its URL without the slash: what the ledger calls its id.
  var ledgerID: String {
    String((URL(string: url)?.path ?? url).dropFirst())
  }

  /// Whether some process says that it works on it.
  var isUnderWay: Bool { state == "running" || state == "polling" }
}

extension WeirHome {
  /// All jobs of this user's queue.
  func jobs() throws -> [ListedJob] {
    let listed = try run("queue", "list", "--format", "json")
    guard listed.code == 0 else {
      throw RigError(
        "`weir queue list` ended with \(listed.ending).", why: listed.errorOutput)
    }
    return try JSONDecoder().decode([ListedJob].self, from: Data(listed.output.utf8))
  }

  /// Adds one job and returns its id.
  @discardableResult
  func add(_ words: String...) throws -> Int {
    let added = try run(["queue", "add"] + words)
    guard added.code == 0, let id = added.lines.first.flatMap({ Int($0) }) else {
      throw RigError(
        "`weir queue add \(words.joined(separator: " "))` ended with \(added.ending).",
        why: added.errorOutput)
    }
    return id
  }
}
