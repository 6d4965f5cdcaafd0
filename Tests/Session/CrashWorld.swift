import Foundation
import TestSupport

/// A queue of every kind of job, its server, and the judge of what a crash left behind.
///
/// The rules, each read from outside: the server's ledger, the program's own list, its doctor,
/// SQLite's own check, the bytes in the folder.
///
/// - I1: No accepted job is lost.
/// - I2: A finished job is never sent again.
/// - I3: A request that must not be repeated is sent at most once.
/// - I4: A repeated request has the same key and body.
/// - I5: Nothing is sent that no attempt records.
/// - I6: A finished job has the complete response.
/// - I8: A paused queue stays paused.
/// - I9: The store has no errors.
/// - I10: No job runs without an owner.
/// - I11: No secret is in plain text outside the server.
/// - I12: No store is moved aside.
struct CrashWorld: Sendable {
  /// Stands in an `Authorization` header: may be seen by the server alone (I11).
  static let canary = "canary-7f3a9c51e2"

  struct Added: Sendable {
    let id: Int
    let name: String
    let method: String
    let hasKey: Bool
    /// What the server knows the redirect by that answers it; nil without one.
    var target: String?
    /// The cookie that its response sets; nil without one.
    var cookie: String?
    var mayRepeat: Bool { method != "POST" || hasKey }
  }

  let server: LedgerServer
  /// A user whose queue holds the jobs, none of them run.
  let template: WeirHome
  let added: [Added]

  /// Half of the jobs are GET, the others PUT, POST and POST with a key. One POST is answered by a redirect,
  /// one GET sets a cookie.
  init(jobs count: Int = 10) throws {
    server = try LedgerServer(.written)
    template = try WeirHome()
    var added: [Added] = []
    for index in 0..<count {
      let kind = ["GET", "PUT", "GET", "POST", "GET", "KEYED", "HOP", "COOKIE"][index % 8]
      let name = "\(kind.lowercased())-\(index)"
      // One body in three is larger than what the database stores itself.
      var url = "\(server.url)/\(name)?body=\(index % 3 == 2 ? 70_000 : 300)"
      let target = kind == "HOP" ? "done-\(index)" : nil
      if let target { url += "&to=\(target)" }
      let cookie = kind == "COOKIE" ? "c\(index)" : nil
      if let cookie { url += "&set=\(cookie)" }
      let method = ["KEYED": "POST", "HOP": "POST", "COOKIE": "GET"][kind] ?? kind
      var words = [method, url, "Authorization:Bearer \(Self.canary)"]
      if method != "GET" { words.append("index=\(index)") }
      if kind == "KEYED" { words += ["--idempotency-key", "auto"] }
      let result = try template.run(["queue", "add"] + words)
      guard result.code == 0, let id = result.lines.first.flatMap({ Int($0) }) else {
        throw RigError("A job could not be added.", why: result.errorOutput)
      }
      added.append(
        Added(
          id: id, name: name, method: method, hasKey: kind == "KEYED", target: target,
          cookie: cookie))
    }
    self.added = added
  }

  /// Runs the queue with a fault, then again without, and judges.
  ///
  /// - Returns: One line for each broken rule.
  func violations(of home: WeirHome, since mark: Ledger.Mark, deeply: Bool) throws -> [String] {
    var broken: [String] = []
    let recovered = try home.run("queue", "run", "--until-idle", limit: .seconds(60))
    if recovered.code != 0 {
      broken.append("recovery ended with \(recovered.ending): \(recovered.errorOutput)")
    }
    let before = try server.ledger.entries(since: mark)
    for _ in 0..<(deeply ? 3 : 0) { _ = try home.run("queue", "run", "--until-idle") }
    let entries = try server.ledger.entries(since: mark)
    if entries.count != before.count {
      broken.append("I2: a restart sent \(entries.count - before.count) finished requests again")
    }
    let jobs = Dictionary(try home.jobs().map { ($0.id, $0) }) { first, _ in first }
    for each in added {
      guard let job = jobs[each.id] else {
        broken.append("I1: job \(each.id) is gone")
        continue
      }
      let own = entries.filter { $0.id == each.name }
      let followed = entries.filter { $0.id == each.target }
      broken += Self.judge(each, job, own, followed)
    }
    broken += try judgeCookies(of: home, jobs)
    broken += try Self.judgeFiles(of: home)
    if deeply { broken += try Self.judgeRows(of: home) }
    if deeply, let shown = added.first(where: { jobs[$0.id]?.state == "succeeded" }) {
      broken += try judgeBody(of: shown, in: home, entries)
    }
    return broken
  }

  private static func judge(
    _ added: Added, _ job: ListedJob, _ entries: [Ledger.Entry], _ followed: [Ledger.Entry]
  ) -> [String] {
    var broken: [String] = []
    let seen = entries.count
    let label = "job \(added.id) (\(added.name), \(job.state), \(seen) times at the server)"
    if !added.mayRepeat && seen > 1 { broken.append("I3: \(label) was sent more than once") }
    if !added.mayRepeat && seen == 1 && !["succeeded", "interrupted"].contains(job.state) {
      broken.append("I3: \(label) took effect and does not say so")
    }
    if added.mayRepeat && job.state != "succeeded" {
      broken.append("I4: \(label) did not run again")
    }
    if Set(entries.map { "\($0.key) \($0.bodyDigest)" }).count > 1 {
      broken.append("I4: \(label) was repeated with another key or body")
    }
    if added.hasKey && entries.contains(where: { $0.key.isEmpty }) {
      broken.append("I4: \(label) went without its key")
    }
    if seen + followed.count > job.attempts {
      broken.append("I5: \(label) has only \(job.attempts) attempts")
    }
    if job.method != added.method || job.ledgerID != added.name {
      broken.append("I4: \(label) became \(job.method) \(job.url)")
    }
    if !followed.isEmpty && job.state != "succeeded" {
      broken.append("I4: \(label) did not go on from its redirect")
    }
    if job.state == "succeeded" {
      if seen == 0 { broken.append("I6: \(label) never reached the server") }
      let last = added.target == nil ? entries.last : followed.last
      if job.bodyBytes != last?.responseLength {
        broken.append("I6: \(label) stored \(job.bodyBytes ?? -1) bytes of the response")
      }
    }
    if job.isUnderWay { broken.append("I10: \(label) runs without an owner") }
    return broken
  }

  /// What a finished response set is in the jar.
  private func judgeCookies(of home: WeirHome, _ jobs: [Int: ListedJob]) throws -> [String] {
    let wanted = added.filter { jobs[$0.id]?.state == "succeeded" }.compactMap(\.cookie)
    if wanted.isEmpty { return [] }
    let jar = try home.run("cookies").output
    return wanted.filter { !jar.contains(" \($0) = ") }
      .map { "I6: the cookie \($0) of a finished response is not in the jar" }
  }

  private func judgeBody(of shown: Added, in home: WeirHome, _ entries: [Ledger.Entry]) throws
    -> [String]
  {
    let child = try home.start("show", "\(shown.id)", "--body")
    let ending = try child.wait()
    let expected = entries.last { $0.id == shown.name }?.responseDigest
    guard ending == .exited(0), digest(child.output) == expected else {
      return ["I6: job \(shown.id) shows another body than the server sent"]
    }
    return []
  }

  /// Every row's checksum, every total and every body's length, as the program itself reads them.
  private static func judgeRows(of home: WeirHome) throws -> [String] {
    let doctor = try home.run("doctor")
    guard doctor.code == 0, doctor.output.contains("The store has no errors.") else {
      return ["I9: doctor ended with \(doctor.ending): \(doctor.errorOutput)"]
    }
    return []
  }

  private static func judgeFiles(of home: WeirHome) throws -> [String] {
    var broken: [String] = []
    let response = try ChildProcess.run([
      "sqlite3", home.database, "PRAGMA integrity_check; PRAGMA foreign_key_check;",
    ]).trimmingCharacters(in: .whitespacesAndNewlines)
    if response != "ok" { broken.append("I9: SQLite says: \(response)") }
    let walk = FileManager.default.enumerator(atPath: home.stateFolder)
    while let name = walk?.nextObject() as? String {
      if name.contains("damaged") || name.contains("unreadable") {
        broken.append("I12: the store was moved aside: \(name)")
      }
      guard let bytes = FileManager.default.contents(atPath: home.stateFolder + "/" + name) else {
        continue
      }
      if bytes.range(of: Data(canary.utf8)) != nil { broken.append("I11: \(name) holds a secret") }
    }
    return broken
  }
}
