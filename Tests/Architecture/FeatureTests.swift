import Foundation
import Testing

/// A feature is one folder of view models and one folder of the same name with its effect handler;
/// the table of features has one line for it.
@Suite struct FeatureTests {
  private static let table = "Sources/ViewModels/Overlays/ListSources.swift"

  private static func folders(in parent: String) throws -> Set<String> {
    Set(
      try SourceTree.files(below: parent).compactMap { file in
        let parts = file.path.dropFirst(parent.count + 1).split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : nil
      })
  }

  @Test func `each folder of effect handlers has view models of the same name`() throws {
    let handlers = try Self.folders(in: "Sources/App/Effects")
    #expect(handlers.count > 10)
    #expect(handlers.subtracting(try Self.folders(in: "Sources/ViewModels")) == [])
  }

  @Test func `only the folder of a feature and the table name its list`() throws {
    // The palette and the help list the commands of all features.
    let lists = try SourceTree.text(Self.table)
      .matches(of: /var \w+ = ((?!Palette|Help)\w+List)\(\)/)
      .map { String($0.1) }
    #expect(lists.count > 8, "The table was not understood.")
    let files = try SourceTree.files(below: "Sources").filter { $0.path != Self.table }
    for list in lists {
      let users = files.filter { file in
        file.code.contains { line in
          list.isPart(of: line.text) && line.text.split { !$0.isLetter }.contains(list[...])
        }
      }
      let folders = Set(users.map { ($0.path as NSString).deletingLastPathComponent })
      #expect(folders.count == 1, "\(list) is named in \(folders.sorted())")
    }
  }
}
