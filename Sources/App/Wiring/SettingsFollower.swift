import ClientCore
import ClientModel
import ClientWorkspace
import FoundationEssentials
import Glibc

/// The follower of the settings folder.
///
/// It applies the connection settings of `config.yaml`, and notifies the interface of changed
/// files.
struct SettingsFollower {
  let client: Client
  /// The settings folder.
  let folder: String
  /// Whether the folder is deleted when the session ends. Nobody edits files in such a folder, so
  /// it is not followed.
  let isTemporary: Bool

  init(_ session: ClientSession) {
    (client, folder) = (session.client, session.folders.config)
    isTemporary = session.temporaryFolder != nil
  }

  /// Applies the connection settings. If the file has a problem, `report` is called.
  func useConnectionPool(report: (Failure) async -> Void) async {
    do {
      client.setConnectionPool(try ConnectionSettings.read(in: folder))
    } catch {
      await report(Reported.settings(error))
    }
  }

  /// Follows the settings folder until the task is cancelled. A missing folder is created, so that
  /// files that are written later are noticed.
  ///
  /// - Parameter changed: Called after a file of the folder was written.
  func follow(
    report: @Sendable (Failure) async -> Void, changed: @Sendable () async -> Void = {}
  ) async {
    await useConnectionPool(report: report)
    guard !isTemporary else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch { return }  // Without a folder there is nothing to follow.
    guard let watch = SettingsWatch(folder: folder) else { return }
    await withTaskCancellationHandler {
      for await _ in watch.changes {
        await useConnectionPool(report: report)
        await changed()
      }
    } onCancel: {
      watch.cancel()
    }
  }
}

/// A watch for writes to files of the settings folder by any process. A thread waits in the kernel
/// for the writes.
final class SettingsWatch: Sendable {
  /// The changes. The stream has a value each time files were written or replaced, and ends when
  /// the watch is cancelled.
  let changes: AsyncStream<Void>
  private let loop: InotifyLoop

  /// Starts a watch of a folder.
  ///
  /// Returns nil if the system has no watch or no thread available. The settings are then read only
  /// at the start.
  init?(folder: String) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)) >= 0 else {
      close(descriptor)
      return nil
    }
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    guard
      let loop = InotifyLoop(
        descriptor, onThread: OwnThread.start,
        changed: {
          withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
          }
          continuation.yield()
        }, ended: { continuation.finish() })
    else { return nil }
    changes = stream
    self.loop = loop
  }

  func cancel() { loop.cancel() }
}
