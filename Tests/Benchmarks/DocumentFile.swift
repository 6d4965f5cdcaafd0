import Foundation
import TestSupport

/// A generated document of a kind and about a size.
struct DocumentFile {
  enum Kind: String, CaseIterable {
    /// What the benchmark prints for each size. `line` has all its records in one line.
    case records, deep, string, line, keys
    /// What makes an index large, or a stack deep.
    case empties, nested

    static let usual: [Kind] = [.records, .deep, .string, .line, .keys]
  }

  let kind: Kind
  let path: String
  let size: Int
  /// A text that its first screen shows.
  let sign = DocumentFile.first
  private static let first = "here it begins"

  /// Writes it piece by piece: a gigabyte is never held.
  init(_ kind: Kind, megabytes: Int, in folder: TemporaryFolder) throws {
    self.kind = kind
    path = folder.path("\(kind.rawValue)-\(megabytes).json")
    let wanted = megabytes * 1_000_000
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw RigError("No file \(path).", why: "It could not be made.") }
    var written = 0
    var piece = Data()
    var number = 0
    func flush() throws {
      try file.write(contentsOf: piece)
      written += piece.count
      piece.removeAll(keepingCapacity: true)
    }
    let (head, tail) = Self.ends(of: kind)
    // What is nested is closed as often as it was opened: half of the size is its end.
    let half = kind == .nested ? wanted / 2 : 0
    piece.append(contentsOf: head.utf8)
    while written + piece.count + tail.utf8.count < wanted - half {
      piece.append(contentsOf: Self.part(of: kind, number).utf8)
      number += 1
      if piece.count > 1 << 20 { try flush() }
    }
    if kind == .nested { piece.append(contentsOf: repeatElement(0x5D, count: number)) }
    piece.append(contentsOf: tail.utf8)
    try flush()
    try file.close()
    size = written
  }

  private static func ends(of kind: Kind) -> (String, String) {
    switch kind {
    case .records, .line: ("[{\"id\": 0, \"name\": \"\(first)\"}", "]")
    // Chains of 1,000 containers, one behind the other.
    case .deep, .empties: ("[\"\(first)\"", "]")
    case .nested: ("[\"\(first)\",", "]")
    case .keys: ("{\"\(first)\": 0", "}")
    case .string: ("{\"text\": \"\(first) ", "\"}")
    }
  }

  private static func part(of kind: Kind, _ number: Int) -> String {
    switch kind {
    case .records:
      """
      ,
      {"id": \(number), "name": "user \(number) \\u00e9t\\u00e9 café", "active": \(number % 2 == 0), "score": \(number % 997).25,
       "tags": ["alpha", "beta \(number % 50)", "a \\"quoted\\" word"], "address": {"street": "\(number % 300) High Street", "geo": {"lat": \(number % 90).5}},
       "orders": [{"sku": "A-\(number)", "qty": \(number % 7)}, {"sku": "B-\(number)", "qty": null}], "bio": "Some words that tell of user \(number) and of nothing else at all."}
      """
    case .keys: ",\"key \(number)\":\(number % 10)"
    case .string: "Words and \\\"quotes\\\" and caf\\u00e9, \(number). "
    case .line: part(of: .records, number).replacing("\n", with: "")
    case .empties: ",[]"
    case .nested: "["
    case .deep:
      "," + String(repeating: "{\"a\":[", count: 500) + "\(number)"
        + String(repeating: "]}", count: 500)
    }
  }
}
