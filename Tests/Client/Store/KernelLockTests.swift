import Glibc
import Testing

@testable import ClientStore

/// The lock that the kernel holds.
struct KernelLockTests {
  private let folder = StateFolder()
  private var path: String { folder.path + "/some.lock" }

  /// A second descriptor of the open file, as a program that is being started has one for a moment.
  private func copy() throws -> Int32 {
    var wanted = stat()
    #expect(stat(path, &wanted) == 0)
    let found = (Int32(3)..<65_536).first { number in
      var facts = stat()
      return fstat(number, &facts) == 0 && facts.st_ino == wanted.st_ino
    }
    return dup(try #require(found))
  }

  @Test func `a lock goes with its holder, whoever has a copy of its file`() throws {
    try PrivateFile.prepareFolder(folder.path)
    let copy: Int32
    do {
      let lock = try KernelLock(path: path)
      #expect(try lock.tryAcquire())
      copy = try self.copy()
      #expect(try KernelLock(path: path).tryAcquire() == false)
    }
    defer { close(copy) }
    #expect(try KernelLock(path: path).tryAcquire())
  }
}
