import ClientCore
import ClientModel
import JobFixtures
import Terminal
import Testing

@testable import weir

struct ProgressLineTests {
  private let start = Timestamp(milliseconds: 10_000)

  private func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 10_000 + milliseconds)
  }

  private func line(_ amount: ProgressLine.Amount? = nil, _ title: String = "Receiving")
    -> ProgressLine
  {
    ProgressLine(title: title, amount: amount, began: start)
  }

  @Test func `a transfer has a bar, the share, the amount, the speed and the time left`() {
    let line = line(.bytes(12_000_000, of: 30_000_000))
    #expect(
      line.text(at: at(4_000), in: 90)
        == "Receiving  ▰▰▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱  40 %  12 MB of 30 MB  3.0 MB/s  6 s left")
    #expect(
      line.plainText(at: at(4_000)) == "Receiving: 12 MB of 30 MB, 40 %, 3.0 MB/s, 6 s left")
  }

  @Test func `an unknown total has no bar and no time left`() {
    #expect(
      line(.bytes(12_000_000, of: nil)).text(at: at(4_000), in: 80)
        == "Receiving  12 MB  3.0 MB/s  4 s")
    #expect(
      line(.count(1_200, of: nil, unit: "rows"), "Checking rows").text(at: at(2_000), in: 80)
        == "Checking rows  1,200 rows  600/s  2 s")
  }

  @Test func `the first second has no speed`() {
    #expect(
      line(.count(3, of: 4, unit: "rows")).text(at: at(600), in: 40)
        == "Receiving  ▰▰▰▰▰▰▰▱▱▱  75 %  3 of 4 rows")
    #expect(line().text(at: at(600), in: 80) == "Receiving")
  }

  @Test(
    arguments: [
      (20, 4_000, "5/s"), (5, 4_000, "1.3/s"), (2, 8_000, "15/min"), (1, 60_000, "1/min"),
      (1, 300_000, nil),
    ] as [(Int, Int64, String?)])
  func `a slow rate is per minute, and a slower one is omitted`(
    done: Int, milliseconds: Int64, speed: String?
  ) {
    let text = line(.count(done, of: nil, unit: "jobs")).plainText(at: at(milliseconds))
    let words = text.split(separator: ", ").map(String.init)
    #expect(words.first { $0.contains("/") } == speed, "\(text)")
  }

  @Test func `steps have no speed and no time left`() {
    let line = line(.steps(2, of: 5), "Running checkout: pay")
    #expect(line.plainText(at: at(4_000)) == "Running checkout: pay: 2 of 5 steps, 40 %, 4 s")
  }

  @Test func `a retry says its time`() {
    var line = line(nil, "Retry 2 of 4")
    line.due = at(4_000)
    #expect(line.text(at: at(1_000), in: 80) == "Retry 2 of 4 in 3.0 s")
  }

  @Test(arguments: 1...120) func `no line is wider than the terminal`(width: Int) {
    for line in [
      line(.bytes(12_000_000, of: 30_000_000)), line(.count(7, of: 9, unit: "jobs"), "Läuft 图"),
      line(.bytes(1, of: 0)), line(.bytes(5, of: 3)),
    ] {
      let text = line.text(at: at(4_000), in: width)
      #expect(SafeText(text).width <= width, "\(text)")
      #expect(SafeText(text).string == text)
    }
  }

  @Test func `a title from a server cannot control the terminal`() {
    let line = line(nil, "The remote job is \u{1B}[31mred\u{7}\r\n")
    for text in [line.text(at: at(2_000), in: 80), line.plainText(at: at(2_000))] {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    }
  }
}

struct ProgressWishTests {
  @Test func `only a terminal has a row, and only -v has lines elsewhere`() {
    typealias Wish = ProgressWriter.Wish
    #expect(Wish().target(.terminal, terminal: "xterm") == .row)
    #expect(Wish().target(.terminal, terminal: "dumb") == nil)
    #expect(Wish().target(.other, terminal: "xterm") == nil)
    #expect(Wish(detail: .verbose).target(.other, terminal: nil) == .lines)
    #expect(Wish(choice: .never).target(.terminal, terminal: "xterm") == nil)
    #expect(Wish(choice: .never, detail: .verbose).target(.other, terminal: nil) == nil)
  }
}

struct SendProgressTests {
  private let now = Timestamp(milliseconds: 5_000)

  private func changed(_ state: JobState, attempts: Int = 0) -> ClientEvent {
    var job = Job.fixture(1, state)
    job.seriesAttempts = attempts
    return .jobsChanged([job])
  }

  @Test func `a request is sent, waited for, received and ends`() {
    var progress = SendProgress(of: JobID(1), most: 4, now: now)
    func title(after event: ClientEvent) -> String? {
      _ = progress.take(event, at: now)
      return progress.line?.title
    }
    #expect(progress.line?.title == "Sending")
    #expect(
      title(after: .progressed(JobID(1), TransferProgress(sent: 10, toSend: 90))) == "Sending")
    #expect(progress.line?.amount == .bytes(10, of: 90))
    #expect(
      title(after: .progressed(JobID(1), TransferProgress(sent: 90, toSend: 90)))
        == "Waiting for the response")
    #expect(progress.line?.amount == nil)
    #expect(
      title(after: .progressed(JobID(1), TransferProgress(received: 5, toReceive: 50)))
        == "Receiving")
    #expect(progress.line?.amount == .bytes(5, of: 50))
    #expect(title(after: changed(.succeeded)) == nil)
  }

  @Test func `a retry and a remote job count down to their next attempt`() {
    var progress = SendProgress(of: JobID(1), most: 4, now: now)
    let time = now.advanced(by: .seconds(3))
    _ = progress.take(changed(.waiting(.until(time)), attempts: 1), at: now)
    #expect(progress.line?.text(at: now, in: 80) == "Retry 2 of 4 in 3.0 s")
    _ = progress.take(changed(.polling(word: "\u{1B}queued", next: time)), at: now)
    #expect(
      progress.line?.text(at: now, in: 80).hasSuffix("queued; next poll in 3.0 s") == true)
  }

  @Test func `another job changes nothing`() {
    var progress = SendProgress(of: JobID(2), most: 4, now: now)
    let isChanged = progress.take(changed(.succeeded), at: now)
    let isMoved = progress.take(
      .progressed(JobID(1), TransferProgress(received: 5)), at: now)
    #expect(!isChanged && !isMoved)
  }
}

struct RunProgressTests {
  private let now = Timestamp(milliseconds: 5_000)

  @Test func `a run counts ended jobs, and the jobs that may still run`() {
    var progress = RunProgress(now: now)
    progress.count([
      .fixture("a", counts: [.waiting: 3, .running: 1, .succeeded: 50, .held: 4]),
      .fixture("b", pause: .byUser, counts: [.waiting: 7]),
    ])
    #expect(progress.line.amount == .count(0, of: 4, unit: "jobs"))
    for id in 1...3 { progress.take(Event(.finished(.fixture(Int64(id), .succeeded)), at: now)) }
    #expect(progress.line.amount == .count(3, of: 4, unit: "jobs"))
    progress.count([.fixture("a", counts: [.waiting: 9])])
    #expect(progress.line.amount == .count(3, of: 12, unit: "jobs"))
  }
}
