import TestSupport
import TestTraits
import Testing

/// The fields of an endpoint, given on a command line.
@Suite(.serialized, .usesSystem(minutes: 5)) struct EndpointArgumentsTests {
  @Test(arguments: [
    (
      ["mode=sync", "mode=async", "text=x"], ["`mode` of haven#analyzesentiment", "more than once"]
    ),
    (["mode=sync", "text:=[1"], ["`text`", "is not valid JSON"]),
    (["mode=sync", "text=x", "port="], ["port"]),
    (["mode=sync", "txet=x"], ["no field `txet`", "Did you mean `text`?"]),
    (["POST", "mode=sync"], ["`POST` is not an item"]),
  ])
  func `what a field cannot take is refused with its name`(
    words: [String], reported: [String]
  ) async throws {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      let refused = try rig.home.run(["send"] + rig.words("analyzesentiment", words))
      #expect(refused.code == 2)
      for text in reported { #expect(refused.errorOutput.contains(text), "\(refused.errorOutput)") }
      #expect(try rig.asked() == [])
    }
  }

  @Test func `a listed field has its kind, and a name that finds it`() async throws {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      let listed = try rig.home.run("catalog", "haven#ocrdocument")
      #expect(listed.code == 0)
      func line(_ name: String) -> String {
        let line = listed.lines.first {
          $0.trimmingPrefix(while: \.isWhitespace).hasPrefix("\(name)  ")
        }
        return line ?? ""
      }
      #expect(line("mode").contains("async, sync"), "\(listed.output)")
      #expect(line("body.mode").contains("document_photo"), "\(listed.output)")
      #expect(line("file").contains("a file: name@path"), "\(listed.output)")
      let sent = try rig.send("analyzesentiment", "mode=sync", "text=one", "text=two", "--check")
      #expect(sent.code == 0, "\(sent.errorOutput)")
    }
  }
}
