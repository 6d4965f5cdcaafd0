import TestSupport
import TestTraits
import Testing

/// From an endpoint that names a view to its lines, in print and on the screen.
@Suite(.usesSystem(minutes: 5)) struct ViewStoryTests {
  /// The stand-in of Haven OnDemand, and a user with a workspace and a request to it.
  private static func workspace(mode: String) throws -> ServiceRig {
    let rig = try ServiceRig(.haven)
    let home = rig.home
    try home.folder.write("work/weir.yaml", "name: Texts\n")
    try home.folder.write(
      "work/requests/feel.yaml",
      """
      endpoint: haven#analyzesentiment-get
      method: GET
      url: \(rig.server.url)/1/api/\(mode)/analyzesentiment/v1
      query:
        - {name: text, value: "I love weirs and hate noise"}
        - {name: apikey, value: "file:key.txt", secret: true}

      """)
    try home.folder.write("work/key.txt", "weir-mock-key")
    let trust = try home.run("trust")
    #expect(trust.code == 0, "\(trust.errorOutput)")
    return rig
  }

  private static let printed = """
    Overall
    sentiment  neutral
    score  0.0

    Positive
    sentiment  score  topic  original_text  original_length
    love        0.75  weirs  love weirs                  10

    Negative
    sentiment  score  topic  original_text  original_length
    hate       -0.75  noise  hate noise                  10

    """

  @Test func `H34 a typed response is a view in print and on the screen, beside tree and raw`()
    async throws
  {
    try await onOwnThread {
      let rig = try Self.workspace(mode: "sync")
      defer { rig.server.stop() }
      let home = rig.home
      let run = try home.run("run", "feel")
      #expect(run.code == 0 && run.output.contains("aggregate"), "\(run.errorOutput)")
      let shown = try home.run("show", "1", "--view")
      #expect(shown.code == 0, "\(shown.errorOutput)")
      #expect(shown.output == Self.printed)

      let plain = try home.run("send", "http://127.0.0.1:1/")
      #expect(plain.code != 0)
      let none = try home.run("show", "2", "--view")
      #expect(none.code == 2)
      #expect(none.errorOutput.contains("Its request was not made from an endpoint of a catalog."))

      let session = try TmuxSession.open(home)
      try session.press(",", "r")
      try session.expect("feel")
      try session.press("Enter")
      try session.expect(tab: "Form")
      try session.press("s")
      try session.expect("View  Tree  Raw")
      try session.expect("sentiment  neutral")
      try session.expect("love weirs")
      try session.press("3", "]")
      try session.expect("aggregate: {2}")
    }
  }

  @Test func `a remote job's view is of its result`() async throws {
    try await onOwnThread {
      let rig = try Self.workspace(mode: "async")
      defer { rig.server.stop() }
      let home = rig.home
      let set = try home.run("send", "\(rig.server.url)/__mock/jobs", "states:=[\"finished\"]")
      #expect(set.code == 0, "\(set.output)")
      let run = try home.run("run", "feel")
      #expect(run.code == 0, "\(run.errorOutput)")
      let shown = try home.run("show", "2", "--view")
      #expect(shown.output == Self.printed, "\(run.output) \(shown.errorOutput)")
    }
  }
}
