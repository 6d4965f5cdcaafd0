// One import gives the user of the library its model, client, transports and stores.
@_exported public import ClientCore
@_exported public import ClientHTTP
@_exported public import ClientMQTT
@_exported public import ClientMemory
@_exported public import ClientModel
@_exported public import ClientPostgres
@_exported public import ClientStore
