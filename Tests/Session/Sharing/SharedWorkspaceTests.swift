import Foundation
import TestSupport
import TestTraits
import Testing

/// The lanes of two folders whose `weir.yaml` has the same id.
@Suite(.serialized, .usesSystem) struct SharedWorkspaceTests {
  private let lane = "http://127.0.0.1:1"

  private struct ListedLane: Decodable, Equatable {
    let workspace: String
    let pause: String
    let jobs: [String: Int]
  }

  private func lanes(_ home: WeirHome) throws -> [ListedLane] {
    let listed = try home.run("queue", "lanes", "--format", "json")
    return try JSONDecoder().decode([ListedLane].self, from: Data(listed.output.utf8))
  }

  @Test func `a folder with a copied id joins the lanes once it is trusted`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let (mine, copy) = (home.workingFolder + "/mine", home.workingFolder + "/copy")
      #expect(try home.run("init", "--workspace", mine).code == 0)
      let yaml = try String(contentsOfFile: mine + "/weir.yaml", encoding: .utf8)
      #expect(yaml.contains("\nid: "), "\(yaml)")
      try home.folder.write("work/copy/weir.yaml", yaml)
      try home.folder.write("work/copy/environments.yaml", "environments: {dev: {}}\n")
      try home.add("--workspace", mine, lane + "/x")
      let paused = try home.run("queue", "pause", lane, "--workspace", mine)
      #expect(paused.output == "Paused \(lane).\n", "\(paused.errorOutput)")

      // Until then, the copy has lanes of its own.
      try home.add("--workspace", copy, lane + "/y")
      let apart = try lanes(home)
      #expect(Set(apart.map(\.workspace)) == [mine, copy])
      #expect(apart.allSatisfy { ($0.workspace == mine) == ($0.pause == "byUser") })

      #expect(try home.run("trust", "--workspace", copy).code == 0)
      try home.add("--workspace", copy, lane + "/z")
      let shared = try lanes(home).filter { $0.pause == "byUser" }
      #expect(shared.map(\.jobs["waiting"]) == [2])
      #expect(shared.map(\.workspace) == [copy], "the folder that was trusted last")

      // The name means the shared lane and the lane from before the trust.
      let resumed = try home.run("queue", "resume", lane, "--workspace", mine)
      #expect(resumed.output == "Resumed \(lane).\n", "\(resumed.output)")
      let own = try home.run("queue", "pause", lane, "--workspace", copy)
      #expect(own.output.contains("\(lane) of \(copy)"), "\(own.output)")
    }
  }

  @Test func `a workspace without an id gets one, and its older jobs are still its own`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "# Mine.\nname: shop\n")
      #expect(try home.run("trust").code == 0)
      try home.add(lane + "/x")
      let added = try home.run("init")
      #expect(added.code == 0 && added.output.contains("Added an id to weir.yaml."))
      let yaml = try String(contentsOfFile: home.workingFolder + "/weir.yaml", encoding: .utf8)
      #expect(yaml.hasPrefix("# Mine.\nname: shop\nid: "), "\(yaml)")
      #expect(try home.run("trust").output.contains("is already trusted"))
      #expect(try home.run("init").code != 0)
      try home.add(lane + "/y")
      let paused = try home.run("queue", "pause", lane)
      #expect(paused.output.contains("\(lane) of \(home.workingFolder)"), "\(paused.output)")
      #expect(try lanes(home).map(\.pause) == ["byUser", "byUser"])
    }
  }
}
