import Glibc
import Synchronization

/// Answers every request the way the path says: `/badGzip` gives a response with a broken body.
///
/// All that is endless here ends: after `bound` bytes, after a minute, or when the client is gone.
package final class HostileServer: Sendable {
  private let server: ConnectionServer
  private let counts: Counts

  /// - Parameters:
  ///   - pace: The pause between two bytes of a crawling response.
  ///   - bound: The most bytes that one endless response sends.
  package init(pace: Duration = .seconds(1), bound: Int = 4 << 30) throws(RigError) {
    let counts = Counts()
    self.counts = counts
    let player = HostilePlayer(pace: pace, bound: bound)
    server = try ConnectionServer { connection in
      var served = 0
      while let head = connection.peekHead() {
        served += 1
        let target = String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst().first
        let name = target?.split { "/?".contains($0) }.first.map(String.init) ?? ""
        let hostile = HostileCase(rawValue: name)
        if let hostile, hostile.isAboutUploads {
          counts.add(hostile)
          return player.playUpload(hostile, on: connection)
        }
        guard connection.takeRequest() != nil else { return }
        guard let hostile else {
          connection.send("HTTP/1.1 404 No Such Case\r\nContent-Length: 0\r\n\r\n")
          continue
        }
        counts.add(hostile)
        guard player.play(hostile, on: connection, served: served) else { return }
      }
    }
    // A connection of its own: it must misbehave before any request is read.
    early = try ConnectionServer { $0.resetOnClose() }
    silent = try ConnectionServer { _ = $0.peerCloses(within: .seconds(60)) }
  }

  private let early: ConnectionServer
  private let silent: ConnectionServer

  package func url(_ hostile: HostileCase) -> String {
    let port =
      switch hostile {
      case .resetBeforeRequest: early.port
      case .silenceAfterConnect: silent.port
      default: server.port
      }
    return "http://127.0.0.1:\(port)/\(hostile.rawValue)"
  }

  /// Takes connections and never says a word: for a TLS handshake that stalls.
  package var silentPort: Int { silent.port }

  /// How many requests of a case were read: more than the client intended to send is a fault.
  package func received(_ hostile: HostileCase) -> Int {
    counts.all.withLock { $0[hostile, default: 0] }
  }

  package func stop() {
    server.stop()
    early.stop()
    silent.stop()
  }

  deinit { stop() }

  private final class Counts: Sendable {
    let all = Mutex<[HostileCase: Int]>([:])
    func add(_ hostile: HostileCase) { all.withLock { $0[hostile, default: 0] += 1 } }
  }
}
