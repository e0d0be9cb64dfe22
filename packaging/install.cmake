# SPDX-License-Identifier: BSL-1.0
# Installs what belongs to the programs: manual pages, completion for bash and zsh, and the documents.
include(GNUInstallDirs)

get_property(programs GLOBAL PROPERTY TOLLGATE_PROGRAMS)
foreach(program IN LISTS programs) # bash looks for a file with the name of the command
    install(FILES packaging/completion/tollgate.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${program})
endforeach()
install(FILES packaging/completion/_tollgate DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)

file(GLOB documents RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.md docs/*.md docs/figures/*.svg */README.md)
foreach(document IN LISTS documents) # in their folders, because they have links to each other
    get_filename_component(folder ${document} DIRECTORY)
    install(FILES ${document} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tollgate/${folder})
endforeach()

# The manual pages are made from what the programs print.
install(CODE "execute_process(COMMAND_ERROR_IS_FATAL ANY
    COMMAND \"${CMAKE_CURRENT_SOURCE_DIR}/packaging/manual\" \"${CMAKE_BINARY_DIR}/bin\"
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\")")
