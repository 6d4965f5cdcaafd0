import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// The rows that a salvage saves of a store with random damage.
@Suite(.serialized) struct SalvageYieldTests {
  enum Damage: CaseIterable {
    case flippedBits, zeroedPages, noisePages, cutEnd, noSchema, tornLog, flippedLog
  }

  @Test(arguments: Damage.allCases)
  func `most rows survive random damage`(_ damage: Damage) async throws {
    let world = try await DamagedWorld()
    var (saved, all) = (0, 0)
    for seed in 0..<UInt64(8) {
      let folder = StateFolder()
      var database = damage.isOfLog ? world.early : world.database
      var log = damage.isOfLog ? world.log : []
      var random = SeededBits(seed: seed)
      damage.apply(to: &database, &log, &random)
      StateFolder.write(database, to: folder.path + "/weir.db")
      if !log.isEmpty { StateFolder.write(log, to: folder.path + "/weir.db-wal") }
      StateFolder.write(world.key, to: folder.path + "/key")
      DamageMark(folder: folder.path).set()
      let opened = try await SQLiteStorage.open(in: folder.path, clock: StillClock())
      await opened.storage.close()
      let found = try DamagedWorld.keys(in: folder)
      all += world.keys.values.map(\.count).reduce(0, +)
      saved += world.keys.map { $1.intersection(found[$0] ?? []).count }.reduce(0, +)
    }
    #expect(Double(saved) / Double(all) > damage.leastPart, "\(saved) of \(all)")
  }
}

extension SalvageYieldTests.Damage {
  /// The part of all rows that survives. The random damages are the same in each run.
  var leastPart: Double {
    switch self {
    case .flippedBits, .zeroedPages, .noisePages, .tornLog: 0.9
    case .noSchema, .flippedLog: 0.97
    case .cutEnd: 0.2
    }
  }

  var isOfLog: Bool { self == .tornLog || self == .flippedLog }

  func apply(to database: inout [UInt8], _ log: inout [UInt8], _ random: inout SeededBits) {
    let pages = database.count / 4096
    switch self {
    case .flippedBits: random.flip(&database, from: 0, count: 200)
    case .zeroedPages:
      for _ in 0..<5 { random.overwrite(&database, page: random.below(pages)) { _ in 0 } }
    case .noisePages:
      for _ in 0..<5 {
        random.overwrite(&database, page: random.below(pages)) { UInt8($0.below(256)) }
      }
    case .cutEnd: database.removeLast(random.below(database.count * 3 / 4))
    case .noSchema:
      random.overwrite(&database, page: 0) { _ in 0 }
      random.overwrite(&database, page: random.below(pages)) { _ in 0 }
    case .tornLog: log.removeLast(random.below(log.count / 2))
    case .flippedLog: random.flip(&log, from: 32, count: 3)
    }
  }
}

/// A seeded source of positions and bytes.
struct SeededBits {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 16) % bound
  }

  mutating func flip(_ bytes: inout [UInt8], from start: Int, count: Int) {
    for _ in 0..<count { bytes[start + below(bytes.count - start)] ^= 1 << UInt8(below(8)) }
  }

  mutating func overwrite(
    _ bytes: inout [UInt8], page: Int, with byte: (inout SeededBits) -> UInt8
  ) {
    for place in page * 4096..<(page + 1) * 4096 { bytes[place] = byte(&self) }
  }
}
