import ClientCore
import ClientModel
import FoundationEssentials

/// Follows the settings folder: the connection pool of `config.yaml`, and other settings that an
/// interface reads there.
extension ClientSession {
  /// Applies the settings, and reports a problem in the file to `report`.
  func useConnectionPool(report: (Failure) async -> Void) async {
    do {
      client.setConnectionPool(try ConnectionSettings.read(in: places.config))
    } catch {
      await report(Reported.settings(error))
    }
  }

  /// Follows the folder until the task is cancelled. Creates the settings folder, so that a file
  /// written later is noticed.
  ///
  /// - Parameter changed: Called when a file of the folder was written.
  func followSettings(
    report: @Sendable (Failure) async -> Void, changed: @Sendable () async -> Void = {}
  ) async {
    await useConnectionPool(report: report)
    guard temporaryFolder == nil else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: places.config, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch { return }  // Without a folder there is nothing to follow.
    guard let watch = SettingsWatch(folder: places.config) else { return }
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
