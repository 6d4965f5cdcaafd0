import CCrypto
import ClientModel
import Glibc
import Synchronization

/// The identity of this open store among all processes that use the same store. A lock on a file
/// shows the other processes that this process is alive.
///
/// The name consists of the process id and random digits, so it is never reused. The lock on the
/// file `owners/NAME` is acquired when the name is first used. The kernel releases the lock when
/// the process ends for any reason.
final class Owner: Sendable {
  let instance: String
  private let folder: String
  private let lock = Mutex<KernelLock?>(nil)

  init(folder: String) throws(Failure) {
    self.folder = folder + "/owners"
    var mark: UInt64 = 0
    guard ccrypto_random(&mark, 8) == 1 else {
      throw .system(ENOSYS, doing: "Reading random bytes", path: "the kernel")
    }
    instance = "\(getpid())-\(String(mark, radix: 16))"
  }

  /// Returns the name. The first call locks the name's file.
  func name() throws(Failure) -> String {
    let failure: Failure? = lock.withLock { held in
      if held != nil { return nil }
      do throws(Failure) {
        try PrivateFile.prepareFolder(folder)
        let fresh = try KernelLock(path: "\(folder)/\(instance)")
        try fresh.acquireAtAnyTime()
        held = fresh
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return instance
  }

  /// Returns the state of the lock of the process with this name.
  func lock(of name: String) -> LockState {
    if name == instance { return .held }
    guard Self.isName(name) else { return .free }
    return LockState.probe("\(folder)/\(name)")
  }

  /// Returns whether the process may be alive. The result is false only if the kernel has released
  /// the process's lock.
  func mayLive(_ name: String) -> Bool { lock(of: name) != .free }

  /// Waits until the process with this name has ended.
  func waitForEnd(of name: String) async {
    guard Self.isName(name) else { return }
    await OwnerWatch(path: "\(folder)/\(name)").wait()
  }

  /// Returns the process id in a name.
  static func process(of name: String) -> Int32? {
    Int32(name.prefix(whileByte: { $0 != UInt8(ascii: "-") }))
  }

  /// Returns the names of all processes that have a lock file. Some of them may have ended.
  func allNames() -> [String] {
    FolderEntries.names(in: folder).filter(Self.isName)
  }

  func bury(_ name: String) { unlink("\(folder)/\(name)") }

  func release() {
    lock.withLock { held in
      if held != nil { bury(instance) }
      held = nil
    }
  }

  /// Returns whether the text contains only the characters of a name. Such a text cannot be a path.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 == 45 || ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
  }
}
