import Testing

/// Rules of the comments and names in the sources.
@Suite struct ProseTests {
  private func sources() throws -> [SourceTree.File] {
    try SourceTree.files(below: "Sources", endings: ["swift", "c", "h"])
  }

  @Test func `no comment of a declaration begins without a subject`() throws {
    let openings: Set<Substring> = [
      "What", "How", "Where", "Why", "Who", "That", "Nil", "So", "Until", "Which",
    ]
    for file in try sources() where file.mentions(["///"]) {
      var wasComment = false
      for (index, line) in file.lines.enumerated() {
        let bare = line.drop { $0 == " " }
        let isComment = bare.hasPrefix("///")
        defer { wasComment = isComment }
        guard isComment, !wasComment else { continue }
        let word = bare.dropFirst(3).drop { $0 == " " }.prefix { $0.isLetter }
        #expect(!openings.contains(word), "\(file.path):\(index + 1): \(bare)")
      }
    }
  }

  @Test func `no line with a comment is longer than 100 columns`() throws {
    for file in try sources() {
      for (index, line) in file.lines.enumerated() where line.utf8.count > 100 {
        let bare = line.drop { $0 == " " }
        guard bare.hasPrefix("//") || bare.hasPrefix("/*") || bare.hasPrefix("*") else { continue }
        #expect(line.count <= 100, "\(file.path):\(index + 1) has \(line.count) columns")
      }
    }
  }

  @Test func `no two types have the same name`() throws {
    let type = /^(?:[a-z]+(?:\(\w+\))? )*(?:struct|class|enum|actor|protocol) (\w+)/
    var places: [Substring: String] = [:]
    for file in try SourceTree.files(below: "Sources") {
      for line in file.lines {
        guard let first = line.utf8.first, first != UInt8(ascii: " "), first != UInt8(ascii: "/"),
          !"import ".isPart(of: line), let name = line.prefixMatch(of: type)?.output.1
        else { continue }
        #expect(places[name] == nil, "\(name) is in \(file.path) and \(places[name] ?? "")")
        places[name] = file.path
      }
    }
  }
}
