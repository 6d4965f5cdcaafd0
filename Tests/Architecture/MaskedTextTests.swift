import Testing

/// Text in which dots stand for secrets is for people: no request is made of it.
@Suite struct MaskedTextTests {
  @Test func `no address of a request is made of text with dots in it`() throws {
    let makes =
      #/(?:URLReference\(absolute:|RequestURL\.parse\(|\.url = |setURL\(|PreparedRequest\(to:)/#
    let masked = #/\.masked\b|\bmasked\(|displayURL|shownValue|Secret\.mask/#
    // Its host alone is read there, which never holds a secret.
    let files = try SourceTree.files(below: "Sources").filter {
      !$0.path.hasSuffix("/Core/Run.swift")
    }
    #expect(!files.isEmpty)
    for file in files
    where file.mentions(["masked", "displayURL", "shownValue", "Secret.mask"]) {
      for line in file.code where line.text.contains(makes) && line.text.contains(masked) {
        Issue.record("\(file.path):\(line.number): \(line.text)")
      }
    }
  }

  @Test func `no file but one holds names of credentials of its own`() throws {
    let names = /"(?i:authorization|proxy-authorization|x-api-key|x-auth-token|set-cookie2?)"/
    for file in try SourceTree.files(below: "Sources/Client")
      + SourceTree.files(below: "Sources/ViewModels")
      + SourceTree.files(below: "Sources/App/Output")
    where !file.path.hasSuffix("Credentials/CredentialNames+Standard.swift") {
      let listed = file.lines.filter { line in
        "\"".isPart(of: line)
          && Set(line.matches(of: names).map { $0.output.lowercased() }).count > 1
      }
      #expect(listed.isEmpty, "\(file.path): \(listed)")
    }
  }
}
