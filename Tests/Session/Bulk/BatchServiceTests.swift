import Foundation
import TestSupport
import TestTraits
import Testing

/// Batches whose rows are endpoints of a catalog, and whose server takes its time.
@Suite(.serialized, .usesSystem(minutes: 5)) struct BatchServiceTests {
  private struct Row: Decodable {
    struct Values: Decodable { let what: String }
    let row: Int
    let values: Values
    let state: String
  }

  @Test func `each row fills an endpoint's form and is a remote job of its own`() async throws {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      try rig.home.folder.write(
        "work/texts.csv", "what,note\n\"I love, dogs\",a\nI hate rain,b\n\"say \"\"no\"\"\",c\n")
      let words = rig.words("analyzesentiment", ["text={{what}}"])
      let added = try rig.home.run(["queue", "add", "--each", "texts.csv"] + words)
      #expect(added.code == 0 && added.lines == ["g1"], "\(added.errorOutput)")
      #expect(try rig.home.run("queue", "run", "--until-idle").code == 0)
      let shown = try rig.home.run("show", "g1", "--rows")
      let rows = try shown.lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
      #expect(rows.map(\.row) == [1, 2, 3])
      #expect(rows.map(\.values.what) == ["I love, dogs", "I hate rain", "say \"no\""])
      #expect(rows.map(\.state) == ["succeeded", "succeeded", "succeeded"])
      let asked = try rig.asked()
      #expect(asked.count { $0.hasPrefix("POST /1/api/async/analyzesentiment") } == 3)
      let numbers = Set(asked.filter { $0.hasPrefix("POST /1/job/status/") })
      #expect(numbers.count == 3)
    }
  }

  @Test func `what only the service can refuse fails its row alone`() async throws {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      try rig.home.folder.write("work/texts.csv", "text\nthe cat sat on the mat\nhm\n")
      let words = rig.words("identifylanguage", ["mode=sync", "text={{text}}"])
      let added = try rig.home.run(["queue", "add", "--each", "texts.csv"] + words)
      // The catalog takes any text; the service needs three words.
      #expect(added.code == 0, "\(added.errorOutput)")
      #expect(try rig.home.run("queue", "run", "--until-idle").code == 0)
      let table = try rig.home.run("show", "g1")
      #expect(table.output.contains("1 of 2"), "\(table.output)")
    }
  }
}
