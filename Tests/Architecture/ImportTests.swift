import Foundation
import Testing

@Suite struct ImportTests {
  private static func imports(of file: SourceTree.File) -> [String] {
    file.lines.compactMap { line in
      guard "import ".isPart(of: line), !"//".isPart(of: line) else { return nil }
      let pattern =
        /^(?:@\w+(?:\(\w+\))? )*(?:(?:public|package|internal|private) )?import (?:(?:struct|class|enum|protocol|func|var|typealias) )?(\w+)/
      return line.firstMatch(of: pattern).map { String($0.1) }
    }
  }

  @Test func `every import stands in its target's row`() throws {
    var seen = 0
    for row in LayerTable.rows {
      // A folder within another row's belongs to its own row.
      let inner = LayerTable.rows.map { $0.folder + "/" }.filter { $0.hasPrefix(row.folder + "/") }
      for file in try SourceTree.files(below: row.folder)
      where !inner.contains(where: { $0 != row.folder + "/" && file.path.hasPrefix($0) }) {
        for name in Self.imports(of: file) {
          seen += 1
          let allowed = row.mayImport.union(LayerTable.toolchain)
          #expect(allowed.contains(name), "\(file.path) imports \(name)")
        }
      }
    }
    #expect(seen > 0, "no import was read: the reader is broken")
  }

  @Test func `every Swift file of the sources belongs to a row`() throws {
    for file in try SourceTree.files(below: "Sources") {
      #expect(
        LayerTable.rows.contains { file.path.hasPrefix($0.folder + "/") },
        "\(file.path) lies outside the table")
    }
  }

  @Test func `Package.swift grants no target more than its row`() throws {
    let granted = try PackageRows.read()
    #expect(granted.count >= 10, "Package.swift was not understood")
    for (target, names) in granted {
      guard let row = LayerTable.rows.first(where: { $0.target == target }) else { continue }
      #expect(names.subtracting(row.mayImport) == [], "Package.swift lets \(target) see too much")
    }
  }

  @Test func `every target of the table that exists has a row in Package.swift`() throws {
    let granted = try PackageRows.read()
    for row in LayerTable.rows where try !SourceTree.files(below: row.folder).isEmpty {
      #expect(granted[row.target] != nil, "\(row.target) is not in Package.swift")
    }
  }
}

/// The dependency rows of Package.swift, read from the text: compiling it would need the manifest's
/// library, and a reader that misses a row fails the test above.
enum PackageRows {
  static func read() throws -> [String: Set<String>] {
    let text = try SourceTree.text("Package.swift")
    let products = ["arguments": "ArgumentParser", "logging": "Logging"]
    guard let start = text.range(of: "  targets: [\n    //")?.upperBound else { return [:] }
    var rows: [String: Set<String>] = [:]
    let opening = /(?:layer\(\s*"(\w+)",\s*"[^"]*"|\.(?:executableT|t)arget\(\s*name: "(\w+)")/
    let body = text[start...]
    let matches = body.matches(of: opening)
    for (index, match) in matches.enumerated() {
      let name = String(match.1 ?? match.2 ?? "")
      let end = index + 1 < matches.count ? matches[index + 1].range.lowerBound : body.endIndex
      var row = body[match.range.upperBound..<end]
      if let tests = row.range(of: "// Tests:") { row = row[..<tests.lowerBound] }
      // The list of dependencies is the first list of a layer and the named one of a target.
      let isLayer = match.1 != nil
      let listing: Substring? =
        isLayer
        ? row.firstMatch(of: /^,\s*\[([^\]]*)\]/)?.1
        : row.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1
      let words = listing?.split { ", \n\"".contains($0) }.map(String.init) ?? []
      rows[name] = Set(words.map { products[$0] ?? $0 })
    }
    return rows
  }
}
