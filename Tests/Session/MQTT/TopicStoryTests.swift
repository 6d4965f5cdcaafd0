import TestSupport
import TestTraits
import Testing

/// A subscription by keys in a terminal: its messages, and its topics with counts and rates.
@Suite(.usesSystem) struct TopicStoryTests {
  @Test func `J28 a subscription shows its topics with the number of their messages`() async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      try home.folder.write("work/weir.yaml", "name: Plant\n")
      try home.folder.write(
        "work/requests/all.yaml", "method: SUBSCRIBE\nurl: \(broker.url)/plant/#\n")
      #expect(try home.run("trust").code == 0)
      let session = try TmuxSession.open(home)
      try session.press("b", "Enter")
      try session.keys("s")
      eventually("it subscribes") { (try? broker.log.contains("Sending SUBACK")) ?? false }
      try broker.publish("plant/pump", "{\"bar\":2.31}")
      try session.expect("plant/pump")
      // A program at work does not rest between keys.
      try session.keys("3", "[")
      try session.expect("all messages, 1 topic")
      try broker.publish("plant/hall", "21.5")
      try broker.publish("plant/pump", "off")
      try session.expect("all messages, 2 topics")
      try session.expect("plant/hall  21.5")
      try session.expect("plant/pump  \"off\"")
      try session.keys("G", "y", "y")
      try session.expect("Copied")
    }
  }
}
