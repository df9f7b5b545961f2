package org.example.audio

import io.ktor.server.application.Application
import io.ktor.server.application.call
import io.ktor.server.response.respondFile
import io.ktor.server.routing.get
import io.ktor.server.routing.routing
import java.io.File

private val root = File("/srv/audio").canonicalFile

fun Application.audio() {
    routing {
        get("/audio") {
            val name = call.request.queryParameters["file"].orEmpty()
            val file = File(root, name).canonicalFile
            if (file.startsWith(root) && file.isFile) call.respondFile(file)
        }
    }
}
