import Glibc

/// How many of the kernel's watches on files (inotify instances) are taken: a user may have 128 for all
/// programs, and a full run of tests can want more at once.
package enum WatchRoom {
  private static let most = 100

  /// Waits until there is room for one more interface, at most a minute: one that gets no watch says so on
  /// its screen.
  package static func wait() { _ = poll { taken() < most ? true : nil } }

  private static func taken() -> Int {
    names(in: "/proc").filter { Int($0) != nil }.reduce(0) { sum, process in
      let folder = "/proc/\(process)/fd"
      return sum + names(in: folder).count { isWatch("\(folder)/\($0)") }
    }
  }

  /// Empty for a process that has ended, or is another user's.
  private static func names(in folder: String) -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  private static func isWatch(_ path: String) -> Bool {
    var target = [CChar](repeating: 0, count: 64)
    let count = readlink(path, &target, target.count)
    return count > 0
      && target.prefix(count).elementsEqual("anon_inode:inotify".utf8CString.dropLast())
  }
}
