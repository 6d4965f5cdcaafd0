import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// A store whose file was damaged: what can be read survives, whatever the damage.
@Suite(.serialized) struct SalvageTests {
  enum Damage: CaseIterable { case zeros, noise, flippedBits }

  @Test(arguments: Damage.allCases)
  func `every readable job survives damage to each type of page`(_ damage: Damage) async throws {
    let world = try await DamagedWorld()
    let pages = try world.onePageOfEachType()
    #expect(pages.count > 30, "\(pages)")
    for (page, type) in pages {
      let folder = StateFolder()
      var bytes = world.database
      Self.apply(damage, to: &bytes, page: page)
      StateFolder.write(bytes, to: folder.path + "/weir.db")
      StateFolder.write(world.key, to: folder.path + "/key")
      chmod(folder.path + "/key", 0o600)
      DamageMark(folder: folder.path).set()
      let opened = try await SQLiteStorage.open(in: folder.path, clock: StillClock())
      let place = "page \(page), \(type)"
      let jobs = try await opened.storage.jobs(matching: JobQuery(order: .oldestFirst))
      #expect(jobs.map(\.id) == world.jobs.map(\.id), "\(place)")
      let touched = try world.rows(on: page...page)
      let untouched = world.jobs.filter { !touched.contains($0.id.rawValue) }
      let found = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
      // A request that was lost ends its job; everything else stays as it was.
      if type != "requests leaf", type != "requests overflow" {
        for job in untouched where found[job.id]?.state != job.state {
          Issue.record("\(place): job \(job.id) became \(String(describing: found[job.id]?.state))")
        }
      }
      let findings = try await opened.storage.check().filter {
        $0.kind != .missingRequest && $0.kind != .sharedValue
          && !$0.text.contains("its requests and input are missing")
      }
      #expect(findings == [], "\(place)")
      let next = try await opened.storage.add([.fixture("/next")])[0]
      #expect(next.rawValue > world.lastJob, "\(place): an id came twice")
      #expect(StateFolder.bytes(of: try #require(opened.report.movedAside)) == bytes, "\(place)")
      #expect(opened.report.notice?.what == "The store was damaged and has been salvaged.")
      #expect(!DamageMark(folder: folder.path).isSet)
      await opened.storage.close()
    }
  }

  @Test(arguments: [0.2, 0.5, 0.9])
  func `a file that was cut off yields the jobs before its end`(_ part: Double) async throws {
    let world = try await DamagedWorld()
    let folder = StateFolder()
    let end = Int(Double(world.database.count) * part)
    StateFolder.write(Array(world.database[..<end]), to: folder.path + "/weir.db")
    let opened = try await SQLiteStorage.open(in: folder.path, clock: StillClock())
    // Where SQLite opens a file that lacks its end, reading it finds the damage.
    if opened.report.movedAside == nil {
      _ = try await opened.storage.check()
      await opened.storage.close()
    }
    let again = try await SQLiteStorage.open(in: folder.path, clock: StillClock())
    let lost = try world.rows(on: end / 4096 + 1...world.database.count / 4096)
    let ids = Set(try await again.storage.jobs(matching: JobQuery()).map(\.id.rawValue))
    for job in world.jobs where !lost.contains(job.id.rawValue) {
      #expect(ids.contains(job.id.rawValue), "job \(job.id) at \(part)")
    }
    let next = try await again.storage.add([.fixture()])[0]
    #expect(next.rawValue > world.lastJob || part < 0.5)
    await again.storage.close()
  }

  @Test func `a store whose jobs are all lost goes on above their ids`() async throws {
    let world = try await DamagedWorld()
    let folder = StateFolder()
    // The schema and the counters stand on the first pages.
    StateFolder.write(Array(world.database[..<(40 * 4096)]), to: folder.path + "/weir.db")
    DamageMark(folder: folder.path).set()
    let opened = try await SQLiteStorage.open(in: folder.path, clock: StillClock())
    let next = try await opened.storage.add([.fixture()])[0]
    #expect(next.rawValue > world.lastJob)
    await opened.storage.close()
  }

  @Test func `frames behind a damaged one of the log are read`() async throws {
    let folder = StateFolder()
    let store = try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
    var ids: [JobID] = []
    for number in 0..<60 { ids += try await store.add([.fixture("/\(number)")]) }
    let log = folder.path + "/weir.db-wal"
    let database = StateFolder.bytes(of: folder.path + "/weir.db")
    var frames = StateFolder.bytes(of: log)
    await store.close()
    let size = 24 + 4096
    let middle = 32 + size * (frames.count / size / 2)
    for place in middle + 500..<middle + 600 { frames[place] = 0xA5 }
    let other = StateFolder()
    StateFolder.write(database, to: other.path + "/weir.db")
    StateFolder.write(frames, to: other.path + "/weir.db-wal")
    DamageMark(folder: other.path).set()
    let opened = try await SQLiteStorage.open(in: other.path, clock: StillClock())
    let found = Set(try await opened.storage.jobs(matching: JobQuery()).map(\.id))
    #expect(ids.filter { !found.contains($0) }.count <= 1)
    #expect(found.contains(try #require(ids.last)))
    #expect(try await opened.storage.check().filter { $0.kind != .missingRequest } == [])
    await opened.storage.close()
  }

  @Test func `after a loss nothing is sent before the user says so`() async throws {
    let world = try await DamagedWorld()
    let page = try #require(try world.onePageOfEachType().first { $0.1 == "jobs leaf" }).0
    let folder = StateFolder()
    var bytes = world.database
    Self.apply(.zeros, to: &bytes, page: page)
    StateFolder.write(bytes, to: folder.path + "/weir.db")
    StateFolder.write(world.key, to: folder.path + "/key")
    DamageMark(folder: folder.path).set()
    let opened = try await SQLiteStorage.open(in: folder.path, clock: StillClock())
    let lanes = try await opened.storage.lanes()
    #expect(!lanes.isEmpty && lanes.allSatisfy { $0.lane.pause == .byUser })
    #expect(opened.report.notice?.whatToDo.contains("weir queue resume") == true)
    let touched = try world.rows(on: page...page)
    for job in try await opened.storage.jobs(matching: JobQuery())
    where touched.contains(job.id.rawValue) {
      // What its attempts do not prove needs the user's word.
      switch job.state {
      case .held(.byUser), .interrupted, .succeeded: break
      default: Issue.record("job \(job.id) is \(job.state)")
      }
    }
    await opened.storage.close()
  }

  @Test func `who has the damaged store open writes no more to it`() async throws {
    let folder = StateFolder()
    let store = try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
    _ = try await store.add([.fixture("/one")])
    DamageMark(folder: folder.path).set()
    let other = try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
    #expect(try await other.jobs(matching: JobQuery()).count == 1)
    let failure = await #expect(throws: Failure.self) { try await store.add([.fixture("/two")]) }
    #expect(failure?.what == "The store is no longer in use.")
    await #expect(throws: Failure.self) { try await store.jobs(matching: JobQuery()) }
    #expect(try await other.jobs(matching: JobQuery()).count == 1)
    await store.close()
    await other.close()
  }

  @Test func `a salvage that was cut short is finished`() async throws {
    let folder = StateFolder()
    let store = try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
    _ = try await store.claim()
    _ = try await store.add([.fixture("/one")])
    await store.close()
    // Complete, and not yet in its place.
    let bytes = StateFolder.bytes(of: folder.path + "/weir.db")
    StateFolder.write(bytes, to: folder.path + "/weir-salvaged.db")
    StateFolder.write([1, 2, 3], to: folder.path + "/weir.db")
    let opened = try await SQLiteStorage.open(in: folder.path, clock: StillClock())
    #expect(try await opened.storage.jobs(matching: JobQuery()).count == 1)
    #expect(try await opened.storage.check() == [])
    await opened.storage.close()
  }

  private static func apply(_ damage: Damage, to bytes: inout [UInt8], page: Int) {
    var random = UInt64(page) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next() -> UInt64 {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return random
    }
    let start = (page - 1) * 4096
    switch damage {
    case .zeros: for place in start..<start + 4096 { bytes[place] = 0 }
    case .noise: for place in start..<start + 4096 { bytes[place] = UInt8(next() & 0xFF) }
    case .flippedBits:
      for _ in 0..<8 { bytes[start + Int(next() % 4096)] ^= UInt8(1 << (next() % 8)) }
    }
  }
}
