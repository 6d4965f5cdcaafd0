import ClientCore
import ClientModel

/// Functions that remove responses from the cache. They return the names of the files that the
/// caller must delete after the commit.
extension CacheTable {
  func remove(_ ids: [CacheEntryID]) throws -> (count: Int, files: [String]) {
    var (count, files): (Int, [String]) = (0, [])
    for id in ids {
      let query = try Query(db, "DELETE FROM entries WHERE id = ?1 RETURNING file, length")
      query.bind(1, id.rawValue)
      try query.eachRow { row in
        count += 1
        if let name = row.text(0) {
          files.append(name)
          try addToFiles(-row.integer(1))
        }
      }
    }
    return (count, files)
  }

  func remove(place: [UInt8]) throws -> (count: Int, files: [String]) {
    let query = try Query(db, "SELECT id FROM entries WHERE place = ?1")
    query.bind(1, place)
    var ids: [CacheEntryID] = []
    try query.eachRow { ids.append(CacheEntryID($0.integer(0))) }
    return try remove(ids)
  }

  func clear() throws -> (count: Int, files: [String]) {
    let count = try count(matching: nil)
    var files: [String] = []
    try Query(db, "SELECT file FROM entries WHERE file IS NOT NULL").eachRow { row in
      if let name = row.text(0) { files.append(name) }
    }
    try Query(db, "DELETE FROM entries").run()
    try Query(db, "UPDATE totals SET files = 0").run()
    return (count, files)
  }

  func touch(_ uses: [CacheEntryID: Int64]) throws {
    for (id, moment) in uses {
      let query = try Query(db, "UPDATE entries SET used = ?2 WHERE id = ?1")
      query.bind(1, id.rawValue)
      query.bind(2, moment)
      try query.run()
    }
  }

  /// Removes the least recently used responses if the cache exceeds the limit. Removes slightly
  /// more than needed, so that few new responses cause an eviction.
  func evict(downTo limit: Int64) throws -> [String] {
    guard try size() > limit else { return [] }
    var files: [String] = []
    let aim = limit - limit / 16
    while try size() > aim {
      let query = try Query(db, "SELECT id FROM entries ORDER BY used, id LIMIT 64")
      var ids: [CacheEntryID] = []
      try query.eachRow { ids.append(CacheEntryID($0.integer(0))) }
      if ids.isEmpty { break }
      files += try remove(ids).files
    }
    return files
  }

  /// Returns the total size of the database pages in use and the body files.
  func size() throws -> Int64 {
    func number(_ sql: String) throws -> Int64 { try Query(db, sql).first { $0.integer(0) } ?? 0 }
    let pages = try number("PRAGMA page_count") - number("PRAGMA freelist_count")
    return try pages * number("PRAGMA page_size") + number("SELECT files FROM totals")
  }

  func addToFiles(_ change: Int64) throws {
    let query = try Query(db, "UPDATE totals SET files = max(0, files + ?1)")
    query.bind(1, change)
    try query.run()
  }

  func isNamed(_ file: String) throws -> Bool {
    let query = try Query(db, "SELECT 1 FROM entries WHERE file = ?1")
    query.bind(1, file)
    return try query.first { _ in true } ?? false
  }
}
